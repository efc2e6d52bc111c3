package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.ui.bench.BigCluster;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A recording that is longer than what is kept in memory.
class RecordingTest {
    private static final int LONG = Recording.PAGE * (Recording.IN_MEMORY + 40) + 17;
    private static final NodeName NODE = NodeName.of("rabbit1");
    @TempDir
    Path folder;

    @Test
    void older_entries_lie_in_a_file_and_are_read_again() throws Exception {
        Recording recording = new Recording(folder, fault -> {
            throw new AssertionError(fault);
        });
        List<Entry> all = entries(LONG);
        all.forEach(recording::add);
        assertThat(recording.awaitInMemory(Recording.IN_MEMORY, TimeUnit.MINUTES.toMillis(2))).isTrue();
        assertThat(recording.size()).isEqualTo(LONG);
        assertThat(recording.since(0).equals(all)).isTrue();
        assertThat(recording.get(3)).isEqualTo(all.get(3));
        assertThat(recording.since(LONG - 5)).isEqualTo(all.subList(LONG - 5, LONG));
        assertThat(recording.since(LONG + 5)).isEmpty();
        assertThat(recording.since(5).subList(10, 12)).isEqualTo(all.subList(15, 17));
        List<Entry> early = recording.since(0);
        recording.add(all.getFirst());
        assertThat(early).as("a list stays as it was").hasSize(LONG);
        assertThatThrownBy(() -> early.get(LONG)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void every_kind_of_happening_can_be_read_again() throws Exception {
        Shelf shelf = new Shelf(folder);
        List<Entry> page = new ArrayList<>();
        for (Class<?> kind : kinds(Happening.class)) {
            page.add(new Entry("rabbit1@localhost", 1, page.size() + 1, page.size(), (Happening) some(kind)));
        }
        assertThat(page).hasSizeGreaterThan(60);
        Shelf.Place first = shelf.put(page);
        Shelf.Place second = shelf.put(page.reversed());
        assertThat(shelf.get(second)).isEqualTo(page.reversed());
        assertThat(shelf.get(first)).isEqualTo(page);
    }

    @Test
    void a_file_that_cannot_be_written_is_told_once_and_nothing_is_lost() throws Exception {
        CompletableFuture<IOException> told = new CompletableFuture<>();
        Recording recording = new Recording(folder.resolve("gone"), fault -> assertThat(told.complete(fault)).isTrue());
        List<Entry> all = entries(LONG);
        all.forEach(recording::add);
        assertThat(told.get(2, TimeUnit.MINUTES)).isNotNull();
        all.forEach(recording::add);
        assertThat(recording.since(0).subList(0, LONG).equals(all)).isTrue();
    }

    @Test
    void a_long_recording_is_saved_and_opened_again() throws Exception {
        Recording recording = new Recording(folder, fault -> {
            throw new AssertionError(fault);
        });
        entries(LONG).forEach(recording::add);
        Path saved = folder.resolve("saved.jsonl");
        RecordingFile.write(recording, saved);
        assertThat(RecordingFile.read(saved).since(0).equals(recording.since(0))).isTrue();
    }

    @Test
    void no_file_stands_in_the_folder_that_outlives_the_process() throws Exception {
        Recording recording = new Recording(folder, fault -> {
            throw new AssertionError(fault);
        });
        entries(LONG).forEach(recording::add);
        assertThat(recording.awaitInMemory(Recording.IN_MEMORY, TimeUnit.MINUTES.toMillis(2))).isTrue();
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void reports_of_a_long_recording_are_in_order_of_time() {
        BigCluster.Told told = new BigCluster(3, 6, 3000).tell(90, 60_000);
        List<Entry> all = new ArrayList<>(told.opening());
        all.addAll(told.played());
        assertThat(all.size()).as("more than is sorted at once").isGreaterThan(3 * LedgerInOrder.WINDOW);
        Ledger expected = new Ledger();
        all.forEach(expected::apply);
        List<Entry> arrived = new ArrayList<>(all);
        Random random = new Random(4);
        for (int at = 0; at < arrived.size(); at += 500) {
            Collections.shuffle(arrived.subList(at, Math.min(arrived.size(), at + 500)), random);
        }
        LedgerInOrder books = new LedgerInOrder();
        arrived.forEach(books::take);
        assertThat(books.now().accounts()).isEqualTo(expected.accounts()).isNotEmpty();
        assertThat(books.now().cards()).as("asked once more").isEqualTo(expected.cards()).isNotEmpty();
    }

    private static List<Entry> entries(int count) {
        List<Entry> entries = new ArrayList<>();
        QueueName queue = QueueName.of("orders");
        for (int i = 0; i < count; i++) {
            var channel = new mirrorlab.vocabulary.ChannelId(NODE, 1, i % 7);
            entries.add(new Entry(NODE.value(), 1, i + 1, (long) i << 16, new Happening.CopiesReceived(queue,
                    new mirrorlab.vocabulary.ReplicaId(NODE, 1, 2),
                    MessageSet.of(List.of(new Interval(channel, i + 1, i + 1))))));
        }
        return entries;
    }

    private static List<Class<?>> kinds(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses())
                .flatMap(each -> each.isInterface() ? kinds(each).stream() : java.util.stream.Stream.of(each)).toList();
    }

    private static Object some(Class<?> type) throws ReflectiveOperationException {
        if (type == String.class) {
            return "a text";
        }
        if (type == int.class || type == Integer.class) {
            return 5;
        }
        if (type == long.class || type == Long.class) {
            return 1L << 40;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == double.class) {
            return 0.5;
        }
        if (type == NodeName.class) {
            return NODE;
        }
        if (type == MessageSet.class) {
            return entries(1).getFirst().happening() instanceof Happening.CopiesReceived it ? it.messages() : "";
        }
        if (type == Bytes.class) {
            return Bytes.of(new byte[]{1, 2});
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == Map.class) {
            return Map.of("ha-mode", "exactly", "ha-params", 3);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type == byte[].class) {
            return new byte[]{1};
        }
        List<Object> values = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (RecordComponent each : type.getRecordComponents()) {
            types.add(each.getType());
            values.add(some(each.getType()));
        }
        return type.getDeclaredConstructor(types.toArray(Class[]::new)).newInstance(values.toArray());
    }
}
