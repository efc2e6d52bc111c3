package mirrorlab.mirror;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ReplicaId;

/// What a replica owes to channels for the copies that it has taken: one credit for a master's copy; for a mirror's one when the
/// channel has brought it and one when the master's stream has (P-29). Given back in portions.
final class CreditBack {
    /// As RabbitMQ's `credit_flow_default_credit`.
    private static final int PORTION = 200;
    private final ReplicaId by;
    private final Consumer<QueueMessage.ToChannel> tell;
    private final Map<ChannelId, int[]> owed = new LinkedHashMap<>();

    CreditBack(ReplicaId by, Consumer<QueueMessage.ToChannel> tell) {
        this.by = by;
        this.tell = tell;
    }

    void owe(ChannelId channel, int count) {
        int[] now = owed.computeIfAbsent(channel, unused -> new int[1]);
        now[0] += count;
        if (now[0] >= PORTION) {
            tell.accept(new QueueMessage.Credit(channel, by, now[0]));
            now[0] = 0;
        }
    }

    void forget(ChannelId channel) {
        owed.remove(channel);
    }
}
