package mirrorlab.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mirrorlab.journal.Happening.JournalGap;
import mirrorlab.journal.Happening.MessagesDelivered;
import mirrorlab.journal.Happening.MessagesEnqueued;
import mirrorlab.journal.Happening.MessagesRequeued;
import mirrorlab.journal.Happening.MessagesSettled;
import mirrorlab.journal.Happening.Noted;
import mirrorlab.journal.Happening.ReplicaHolds;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeJournalTest {
    private static final NodeName RABBIT1 = NodeName.of("rabbit1");
    private static final QueueName ORDERS = QueueName.of("orders");
    private static final ReplicaId MASTER = new ReplicaId(RABBIT1, 1, 1);
    private static final ChannelId CHANNEL = new ChannelId(RABBIT1, 1, 1);

    private final NodeJournal journal = new NodeJournal("rabbit1@localhost", 1);

    private static MessageSet messages(long first, long last) {
        return MessageSet.of(List.of(new Interval(CHANNEL, first, last)));
    }

    private static MessageSet message(long number) {
        return MessageSet.of(new MessageId(CHANNEL, number));
    }

    private static ReplicaHolds holds(long depth) {
        return new ReplicaHolds(ORDERS, MASTER, "master", 1, List.of(), List.of(), depth, 0, 0, 0, 0);
    }

    private static MessagesDelivered delivered(long number, boolean redelivered) {
        return new MessagesDelivered(ORDERS, MASTER, CHANNEL, "", redelivered, false, message(number));
    }

    private List<Happening> all() throws InterruptedException {
        journal.flush();
        return journal.read(0, 1_000, Duration.ZERO).stream().map(Entry::happening).toList();
    }

    @Test
    void traffic_of_one_kind_queue_and_replica_becomes_one_entry() throws Exception {
        for (int i = 1; i <= 100; i++) {
            journal.append(new MessagesEnqueued(ORDERS, MASTER, message(i)));
            journal.append(holds(i));
        }
        assertThat(all()).containsExactly(new MessagesEnqueued(ORDERS, MASTER, messages(1, 100)), holds(100));
    }

    @Test
    void traffic_leaves_before_a_structural_happening_that_came_later() throws Exception {
        journal.append(new MessagesEnqueued(ORDERS, MASTER, message(1)));
        journal.append(new Noted("info", "then this"));
        journal.append(new MessagesEnqueued(ORDERS, MASTER, message(2)));
        assertThat(all()).containsExactly(new MessagesEnqueued(ORDERS, MASTER, message(1)),
                new Noted("info", "then this"),
                new MessagesEnqueued(ORDERS, MASTER, message(2)));
    }

    @Test
    void merged_traffic_leaves_in_the_order_in_which_a_message_goes_through_it() throws Exception {
        journal.append(new MessagesEnqueued(ORDERS, MASTER, message(1)));
        journal.append(delivered(1, false));
        journal.append(new MessagesSettled(ORDERS, MASTER, "acknowledged", message(1)));
        journal.append(new MessagesEnqueued(ORDERS, MASTER, message(2)));
        assertThat(all()).containsExactly(new MessagesEnqueued(ORDERS, MASTER, messages(1, 2)), delivered(1, false),
                new MessagesSettled(ORDERS, MASTER, "acknowledged", message(1)));
    }

    @Test
    void a_message_that_goes_round_is_not_merged_with_its_first_round() throws Exception {
        List<Happening> rounds = List.of(delivered(1, false), new MessagesRequeued(ORDERS, MASTER, message(1)),
                delivered(1, true), new MessagesRequeued(ORDERS, MASTER, message(1)), delivered(1, true));
        rounds.forEach(journal::append);
        assertThat(all()).isEqualTo(rounds);
    }

    @Test
    void a_reader_waits_for_traffic_and_gets_it() throws Exception {
        CompletableFuture<List<Entry>> read = CompletableFuture.supplyAsync(() -> {
            try {
                return journal.read(0, 10, Duration.ofSeconds(30));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        journal.append(new MessagesEnqueued(ORDERS, MASTER, message(1)));
        assertThat(read.get()).extracting(Entry::happening)
                .containsExactly(new MessagesEnqueued(ORDERS, MASTER, message(1)));
    }

    @Test
    void sequences_have_no_holes_and_clocks_never_fall() throws Exception {
        for (int i = 1; i <= 50; i++) {
            journal.append(holds(i));
            journal.append(new MessagesEnqueued(ORDERS, MASTER, message(i)));
            journal.append(new Noted("info", "n" + i));
        }
        List<Entry> entries = journal.read(0, 1_000, Duration.ZERO);
        assertThat(entries).hasSize(150);
        for (int i = 0; i < entries.size(); i++) {
            assertThat(entries.get(i).sequence()).isEqualTo(i + 1);
            assertThat(entries.get(i).clock()).isGreaterThanOrEqualTo(i == 0 ? 0 : entries.get(i - 1).clock());
        }
        assertThat(journal.read(140, 3, Duration.ZERO)).extracting(Entry::sequence).containsExactly(141L, 142L, 143L);
    }

    @Test
    void a_slow_reader_is_told_what_it_missed() throws Exception {
        NodeJournal small = new NodeJournal("rabbit1@localhost", 7, new HybridClock(), null, 50);
        for (int i = 1; i <= 100; i++) {
            small.append(new Noted("info", "n" + i));
        }
        List<Entry> entries = small.read(20, 1_000, Duration.ZERO);
        assertThat(entries.getFirst().happening()).isEqualTo(new JournalGap("rabbit1@localhost", 7, 21, 90));
        assertThat(entries.getFirst().sequence()).isEqualTo(90);
        assertThat(entries).hasSize(11);
        assertThat(entries.get(1).happening()).isEqualTo(new Noted("info", "n91"));
    }

    @Test
    void a_closed_journal_gives_what_is_left_and_wakes_its_readers() throws Exception {
        CompletableFuture<List<Entry>> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return journal.read(0, 10, Duration.ofSeconds(60));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        journal.close();
        assertThat(waiting.get()).isEmpty();
        assertThat(journal.isClosed()).isTrue();
        journal.append(new Noted("info", "too late"));
        assertThat(all()).isEmpty();
    }

    @Test
    void the_file_has_the_structural_entries_while_the_writer_is_alive(@TempDir Path folder) throws Exception {
        Path file = folder.resolve(JournalFile.NAME);
        NodeJournal written = new NodeJournal("rabbit1@localhost", 1, new HybridClock(), new JournalFile.Writer(file));
        written.append(new Noted("info", "one"));
        written.append(holds(1));
        written.append(new Noted("info", "two"));
        assertThat(JournalFile.read(file)).extracting(Entry::happening).containsExactly(new Noted("info", "one"),
                new Noted("info", "two"));
        written.close();
    }

    @Test
    void a_full_file_keeps_the_newest_half_at_least(@TempDir Path folder) throws Exception {
        Path file = folder.resolve(JournalFile.NAME);
        List<Entry> written = new ArrayList<>();
        try (JournalFile.Writer writer = new JournalFile.Writer(file, 8_192)) {
            for (int i = 1; i <= 1_000; i++) {
                Entry entry = new Entry("rabbit1@localhost", 1, i, i, new Noted("info", "x".repeat(i % 300)));
                writer.write(entry);
                written.add(entry);
                List<Entry> read = JournalFile.read(file);
                assertThat(read).isEqualTo(written.subList(written.size() - read.size(), written.size()));
                assertThat(read.size()).isGreaterThanOrEqualTo(Math.min(i, 8));
            }
        }
    }

    @Test
    void a_damaged_end_of_the_file_is_left_out(@TempDir Path folder) throws IOException {
        Path file = folder.resolve(JournalFile.NAME);
        try (JournalFile.Writer writer = new JournalFile.Writer(file, 8_192)) {
            writer.write(new Entry("rabbit1@localhost", 1, 1, 1, new Noted("info", "whole")));
            writer.write(new Entry("rabbit1@localhost", 1, 2, 2, new Noted("info", "broken")));
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("broken") - 2] = 0;
        Files.write(file, bytes);
        assertThat(JournalFile.read(file)).extracting(Entry::sequence).containsExactly(1L);
    }
}
