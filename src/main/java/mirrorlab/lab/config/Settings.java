package mirrorlab.lab.config;

import java.util.List;
import java.util.Map;

/// The keys that a file's `config` may have: those of rabbitmq.conf that a cluster here knows, and the lab's own.
final class Settings {
    private static final FieldType MILLISECONDS = new FieldType.Whole(1, 3_600_000);
    static final Shape SHAPE = new Shape("config", List.of(
            Field.optional("cluster_partition_handling",
                    new FieldType.Choice(List.of("ignore", "pause_minority", "autoheal")), "ignore",
                    "what nodes do that were cut off from each other"),
            Field.optional("mnesia_table_loading_retry_timeout", MILLISECONDS, 30_000,
                    "milliseconds a starting node waits for the others, each time"),
            Field.optional("mnesia_table_loading_retry_limit", new FieldType.Whole(1, 1000), 10,
                    "how many times it waits"),
            Field.optional("net_ticktime", new FieldType.Whole(1, 3600), 10,
                    "seconds until a silent node counts as gone"),
            Field.optional("queue_lookup_timeout_ms", MILLISECONDS, 66_000,
                    "milliseconds a channel looks for a missing master; the lab's own key"),
            Field.optional("waits", new FieldType.Share(), 1.0,
                    "share of the usual waits, which are clients' patience (20 s), the look-up of a missing master and "
                            + "mnesia_table_loading_retry_timeout, where nothing else is said; the lab's own key"),
            Field.optional("vm_memory_high_watermark.relative", new FieldType.Share(), 0.5,
                    "share of a node's heap above which publishers are blocked"),
            Field.optional("vm_memory_high_watermark.absolute", new FieldType.Whole(1 << 20, 1L << 40),
                    "the same in bytes; counts instead of the share"),
            Field.optional("vm_memory_high_watermark_paging_ratio", new FieldType.Share(), 0.5,
                    "share of the watermark above which bodies of messages are paged to the disk"),
            Field.optional("consumer_timeout", new FieldType.Whole(1, 86_400_000), 1_800_000,
                    "milliseconds a client may keep a delivery without acknowledging it"),
            Field.optional("channel_tick_interval", MILLISECONDS, 60_000,
                    "milliseconds from one look for such clients to the next")));

    static final String WAITS = "waits";
    static final Map<String, Integer> WAITED = Map.of("queue_lookup_timeout_ms", 66_000,
            "mnesia_table_loading_retry_timeout", 30_000);

    private Settings() {}
}
