package mirrorlab.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;
import mirrorlab.vocabulary.StoreOperation.Drop;
import mirrorlab.vocabulary.StoreOperation.Put;
import mirrorlab.vocabulary.StoreOperation.Remove;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every store promises. A subclass has one disk for each test and says how it is opened and how the power goes.
public abstract class StoreContract {

    /// Opens the store on this test's disk; at first the disk is empty.
    protected abstract Store open() throws IOException;

    /// The power goes and comes back: nothing survives that was not synced. The open store is not used any more.
    protected abstract void losePower() throws IOException;

    /// The power goes and comes back: of what was not synced, as much survives as chance has it.
    ///
    /// @param chance
    ///            decides; the same seed, the same loss
    protected void losePower(Random chance) throws IOException {
        losePower();
    }

    @Test
    void an_empty_disk_has_no_tables() throws IOException {
        try (Store store = open()) {
            assertThat(store.tables()).isEmpty();
            assertThat(entries(store, "orders")).isEmpty();
        }
    }

    @Test
    void reads_what_was_written_in_ascending_order_of_keys() throws IOException {
        try (Store store = open()) {
            for (long key : new long[]{5, 1, Long.MAX_VALUE, 3, -7, 0, Long.MIN_VALUE, 2}) {
                store.write(List.of(put("orders", key, "m" + key)));
            }
            List<Long> keys = new ArrayList<>();
            store.read("orders", (key, value) -> {
                assertThat(value).isEqualTo(Bytes.of("m" + key));
                keys.add(key);
            });
            assertThat(keys).containsExactly(Long.MIN_VALUE, -7L, 0L, 1L, 2L, 3L, 5L, Long.MAX_VALUE);
        }
    }

    @Test
    void operations_of_one_list_take_effect_in_order() throws IOException {
        try (Store store = open()) {
            store.write(List.of(put("q", 1, "a"), put("q", 1, "b"), put("q", 2, "c"), new Remove("q", 2),
                    put("r", 1, "x"), new Drop("r"), put("r", 2, "y")));
            assertThat(entries(store, "q")).isEqualTo(Map.of(1L, Bytes.of("b")));
            assertThat(entries(store, "r")).isEqualTo(Map.of(2L, Bytes.of("y")));
        }
    }

    @Test
    void removing_what_is_not_there_does_nothing() throws IOException {
        try (Store store = open()) {
            store.write(List.of(new Remove("q", 1), new Drop("q"), put("q", 1, "a"), new Remove("q", 2)));
            assertThat(contents(store)).isEqualTo(Map.of("q", Map.of(1L, Bytes.of("a"))));
        }
    }

    @Test
    void tables_are_those_that_have_an_entry() throws IOException {
        Store store = open();
        store.write(List.of(put("kept", 1, ""), put("emptied", 1, "a"), put("dropped", 1, "a"),
                new Remove("emptied", 1), new Drop("dropped")));
        assertThat(store.tables()).containsExactlyInAnyOrder("kept");
        store.close();
        try (Store again = open()) {
            assertThat(again.tables()).containsExactlyInAnyOrder("kept");
        }
    }

    @Test
    void closing_keeps_what_was_written_without_a_sync() throws IOException {
        Store store = open();
        store.write(List.of(put("q", 1, "a"), put("q", 2, "b"), new Remove("q", 1)));
        store.close();
        store.close();
        try (Store again = open()) {
            assertThat(contents(again)).isEqualTo(Map.of("q", Map.of(2L, Bytes.of("b"))));
        }
    }

    @Test
    void what_was_synced_is_there_after_a_power_loss() throws IOException {
        Store store = open();
        store.write(List.of(put("q", 1, "a"), put("q", 2, "b"), put("r", 1, "c")));
        store.write(List.of(new Remove("q", 1), new Drop("r")));
        store.sync();
        losePower();
        try (Store again = open()) {
            assertThat(contents(again)).isEqualTo(Map.of("q", Map.of(2L, Bytes.of("b"))));
        }
    }

    @Test
    void what_was_closed_is_there_after_a_power_loss() throws IOException {
        Store store = open();
        store.write(List.of(put("q", 1, "a")));
        store.close();
        losePower();
        try (Store again = open()) {
            assertThat(contents(again)).isEqualTo(Map.of("q", Map.of(1L, Bytes.of("a"))));
        }
    }

    @Test
    void a_store_that_lost_power_can_be_written_to_again() throws IOException {
        Store store = open();
        store.write(List.of(put("q", 1, "a")));
        store.sync();
        store.write(List.of(put("q", 2, "lost, or not")));
        losePower();
        store = open();
        store.write(List.of(put("q", 2, "b"), put("s", 1, "c")));
        store.sync();
        losePower();
        try (Store again = open()) {
            assertThat(contents(again))
                    .isEqualTo(
                            Map.of("q", Map.of(1L, Bytes.of("a"), 2L, Bytes.of("b")), "s", Map.of(1L, Bytes.of("c"))));
        }
    }

    /// One random life: writes, syncs, power losses and closes; after each the store equals the state after some
    /// operation that is not older than the last sync.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void after_each_power_loss_only_operations_from_the_end_are_gone(long seed) throws IOException {
        Random random = new Random(seed);
        List<Map<String, Map<Long, Bytes>>> possible = new ArrayList<>(List.of(Map.of()));
        for (int life = 0; life < 12; life++) {
            Store store = open();
            Map<String, Map<Long, Bytes>> found = contents(store);
            assertThat(possible).as("seed %d, life %d", seed, life).contains(found);
            possible = new ArrayList<>(List.of(found));
            int rounds = random.nextInt(40);
            for (int round = 0; round < rounds; round++) {
                List<StoreOperation> operations = new ArrayList<>();
                for (int count = random.nextInt(30); count >= 0; count--) {
                    StoreOperation operation = anyOperation(random);
                    operations.add(operation);
                    possible.add(after(possible.getLast(), operation));
                }
                store.write(operations);
                if (random.nextInt(3) == 0) {
                    store.sync();
                    possible = new ArrayList<>(List.of(possible.getLast()));
                }
            }
            if (random.nextInt(4) == 0) {
                store.close();
                possible = new ArrayList<>(List.of(possible.getLast()));
            } else {
                losePower(random);
            }
        }
    }

    @Test
    void holds_a_thousand_tables() throws IOException {
        Store store = open();
        for (int table = 0; table < 1000; table++) {
            store.write(List.of(put("queue " + table, table, "a"), put("queue " + table, table + 1, "b")));
        }
        store.sync();
        losePower();
        try (Store again = open()) {
            assertThat(again.tables()).hasSize(1000);
            for (int table = 0; table < 1000; table++) {
                assertThat(entries(again, "queue " + table).keySet()).containsExactly((long) table, table + 1L);
            }
        }
    }

    @Test
    void any_string_is_a_table_name() throws IOException {
        List<String> names = List.of("", " ", "/", "..", "a/b\\c", "名字", "emoji \uD83D\uDE00", "half \uD83D", "\u0000",
                "name.a",
                "map.1", "x".repeat(255), "ü".repeat(400), "line\nbreak", "Q", "q");
        Store store = open();
        for (String name : names) {
            store.write(List.of(put(name, 1, "in " + name.length())));
        }
        store.close();
        try (Store again = open()) {
            assertThat(again.tables()).containsExactlyInAnyOrderElementsOf(names);
            for (String name : names) {
                assertThat(entries(again, name)).isEqualTo(Map.of(1L, Bytes.of("in " + name.length())));
            }
        }
    }

    @Test
    void holds_values_of_a_mebibyte_and_empty_ones() throws IOException {
        byte[] large = new byte[1 << 20];
        new Random(1).nextBytes(large);
        Store store = open();
        store.write(List.of(new Put("q", 1, Bytes.of(large)), new Put("q", 2, Bytes.EMPTY), put("q", 3, "after")));
        store.sync();
        losePower();
        try (Store again = open()) {
            assertThat(entries(again, "q"))
                    .isEqualTo(Map.of(1L, Bytes.of(large), 2L, Bytes.EMPTY, 3L, Bytes.of("after")));
        }
    }

    @Test
    void a_burst_is_there_in_full() throws IOException {
        Store store = open();
        for (long from = 0; from < 20_000; from += 1000) {
            store.write(LongStream.range(from, from + 1000).mapToObj(key -> put("q", key, "m" + key)).toList());
        }
        store.write(LongStream.range(0, 10_000).<StoreOperation>mapToObj(key -> new Remove("q", key)).toList());
        store.sync();
        losePower();
        try (Store again = open()) {
            assertThat(entries(again, "q").keySet())
                    .containsExactlyElementsOf(LongStream.range(10_000, 20_000).boxed().toList());
        }
    }

    protected static StoreOperation put(String table, long key, String value) {
        return new Put(table, key, Bytes.of(value));
    }

    protected static Map<Long, Bytes> entries(Store store, String table) throws IOException {
        Map<Long, Bytes> entries = new TreeMap<>();
        store.read(table, entries::put);
        return entries;
    }

    protected static Map<String, Map<Long, Bytes>> contents(Store store) throws IOException {
        Map<String, Map<Long, Bytes>> contents = new TreeMap<>();
        for (String table : store.tables()) {
            contents.put(table, entries(store, table));
        }
        return contents;
    }

    protected static StoreOperation anyOperation(Random random) {
        String table = "queue " + random.nextInt(3);
        int kind = random.nextInt(200);
        if (kind == 0) {
            return new Drop(table);
        } else if (kind < 90) {
            return new Remove(table, random.nextInt(60));
        }
        byte[] value = new byte[random.nextInt(20) == 0 ? random.nextInt(20_000) : random.nextInt(100)];
        random.nextBytes(value);
        return new Put(table, random.nextInt(60), Bytes.of(value));
    }

    protected static Map<String, Map<Long, Bytes>> after(Map<String, Map<Long, Bytes>> before,
            StoreOperation operation) {
        Map<String, Map<Long, Bytes>> after = new TreeMap<>(before);
        Map<Long, Bytes> table = new TreeMap<>(before.getOrDefault(operation.table(), Map.of()));
        switch (operation) {
            case Put(String name, long key, Bytes value) -> table.put(key, value);
            case Remove(String name, long key) -> table.remove(key);
            case Drop drop -> table.clear();
        }
        after.put(operation.table(), table);
        after.values().removeIf(Map::isEmpty);
        return after;
    }
}
