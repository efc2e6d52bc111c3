package mirrorlab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import mirrorlab.node.Store;
import mirrorlab.node.StoreContract;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;
import mirrorlab.vocabulary.StoreOperation.Drop;
import mirrorlab.vocabulary.StoreOperation.Put;
import mirrorlab.vocabulary.StoreOperation.Remove;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract on a disk that forgets, with segments so small that they are cleaned all the time.
class DiskStoreTest extends StoreContract {
    private static final int SMALL = 1 << 15;
    private static final String FIRST = "0000000001.log";

    private final ForgetfulDisk disk = new ForgetfulDisk();

    @Override
    protected Store open() throws IOException {
        return DiskStore.open(disk, "test", SMALL);
    }

    @Override
    protected void losePower() {
        disk.losePower(null);
    }

    @Override
    protected void losePower(Random chance) {
        disk.losePower(chance);
    }

    /// As in the contract, but the power goes within calls: while a store opens, writes, cleans, syncs or closes.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void after_a_power_loss_within_a_call_only_operations_from_the_end_are_gone(long seed) throws IOException {
        Random random = new Random(seed);
        List<Map<String, Map<Long, Bytes>>> possible = new ArrayList<>(List.of(Map.of()));
        for (int life = 0; life < 20; life++) {
            try (Store store = open()) {
                Map<String, Map<Long, Bytes>> found = contents(store);
                assertThat(possible).as("seed %d, life %d", seed, life).contains(found);
                possible = new ArrayList<>(List.of(found));
            }
            disk.callsLeft = random.nextInt(100);
            try (Store store = open()) {
                while (true) {
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
            } catch (IOException powerOff) {
                assertThat(powerOff).hasMessageContaining("the power is off");
            }
            disk.losePower(random);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 9, 10, 20, 25, 56})
    void a_tail_that_was_cut_off_or_overwritten_ends_the_log(int left) throws IOException {
        for (boolean garbage : List.of(false, true)) {
            ForgetfulDisk torn = new ForgetfulDisk();
            Store store = DiskStore.open(torn, "test", SMALL);
            store.write(List.of(put("q", 1, "a"), put("q", 2, "b")));
            store.sync();
            int synced = end(torn.bytes(FIRST));
            store.write(List.of(put("q", 3, "a longer value that is torn")));
            byte[] bytes = torn.bytes(FIRST);
            byte[] kept = Arrays.copyOf(bytes, synced + left);
            byte[] tail = new byte[end(bytes) - kept.length];
            new Random(left).nextBytes(tail);
            byte[] overwritten = Arrays.copyOf(kept, bytes.length);
            System.arraycopy(tail, 0, overwritten, kept.length, tail.length);
            torn.replace(FIRST, garbage ? overwritten : kept);
            try (Store again = DiskStore.open(torn, "test", SMALL)) {
                assertThat(entries(again, "q")).isEqualTo(Map.of(1L, Bytes.of("a"), 2L, Bytes.of("b")));
                again.write(List.of(put("q", 3, "c")));
            }
            try (Store again = DiskStore.open(torn, "test", SMALL)) {
                assertThat(entries(again, "q").get(3L)).isEqualTo(Bytes.of("c"));
            }
        }
    }

    @Test
    void what_a_store_found_when_it_opened_is_there_after_a_power_loss() throws IOException {
        Store killed = open();
        killed.write(List.of(put("q", 1, "not synced, but with the operating system")));
        assertThat(entries(open(), "q")).hasSize(1);
        losePower();
        assertThat(entries(open(), "q")).hasSize(1);
    }

    @Test
    void damage_in_front_of_synced_operations_is_refused_with_one_sentence() throws IOException {
        Store store = open();
        for (long key = 0; key < 10; key++) {
            store.write(List.of(put("q", key, "value")));
            store.sync();
        }
        disk.bytes(FIRST)[70] ^= 1;
        assertThatThrownBy(this::open).isInstanceOf(IOException.class)
                .hasMessage("could not open the data folder test: "
                        + "the log file 0000000001.log is damaged at byte 62, in front of what was safely on disk");
    }

    @Test
    void a_missing_log_file_is_refused_with_one_sentence() throws IOException {
        Store store = open();
        for (long key = 0; key < 100; key++) {
            store.write(List.of(new Put("q", key, Bytes.of(new byte[1000]))));
        }
        store.close();
        disk.delete("0000000002.log");
        assertThatThrownBy(this::open).isInstanceOf(IOException.class)
                .hasMessage("could not open the data folder test: the log file after number 1 is missing");
    }

    @Test
    void one_sync_is_one_force_and_a_sync_of_nothing_is_none() throws IOException {
        try (Store store = open()) {
            store.write(LongStream.range(0, 100).mapToObj(key -> put("q", key, "m")).toList());
            int before = disk.forces;
            store.sync();
            assertThat(disk.forces - before).isEqualTo(1);
            store.sync();
            store.write(List.of(new Remove("q", 1000)));
            store.sync();
            assertThat(disk.forces - before).isEqualTo(1);
        }
    }

    @Test
    void one_sync_is_at_most_two_forces_while_the_log_is_cleaned() throws IOException {
        try (Store store = open()) {
            Random random = new Random(1);
            for (int round = 0; round < 5000; round++) {
                store.write(List.of(new Put("q", random.nextInt(100), Bytes.of(new byte[200]))));
                int before = disk.forces;
                store.sync();
                assertThat(disk.forces - before).isBetween(1, 2);
            }
        }
    }

    @Test
    void the_log_stays_level_while_entries_come_and_go() throws IOException {
        long live = 500L * 230;
        try (Store store = open()) {
            store.write(List.of(new Put("old", 1, Bytes.of(new byte[10_000]))));
            for (long key = 0; key < 50_000; key++) {
                List<StoreOperation> operations = new ArrayList<>();
                operations.add(new Put("q", key, Bytes.of(new byte[200])));
                operations.add(new Remove("q", key - 500));
                store.write(operations);
                if (key % 50 == 0) {
                    store.sync();
                    assertThat(disk.size()).isLessThan(2 * live + 6 * SMALL);
                }
            }
        }
        try (Store again = open()) {
            assertThat(entries(again, "q")).hasSize(500);
            assertThat(entries(again, "old")).hasSize(1);
        }
    }

    @Test
    void a_dropped_table_gives_its_room_back() throws IOException {
        try (Store store = open()) {
            for (long key = 0; key < 10_000; key++) {
                store.write(List.of(new Put("q", key, Bytes.of(new byte[100]))));
            }
            store.write(List.of(new Drop("q")));
            store.sync();
            for (int round = 0; round < 100; round++) {
                store.write(List.of(put("r", 1, "again")));
                store.sync();
            }
            assertThat(disk.size()).isLessThan(3 * SMALL);
        }
    }

    @Test
    void a_disk_that_failed_takes_nothing_more() throws IOException {
        Store store = open();
        store.write(List.of(put("q", 1, "a")));
        store.sync();
        disk.full = true;
        assertThatThrownBy(() -> store.write(List.of(put("q", 2, "b")))).isInstanceOf(IOException.class)
                .hasMessage("could not write to the data folder test: No space left on device");
        disk.full = false;
        assertThatThrownBy(store::sync).isInstanceOf(IOException.class)
                .hasMessage("the data folder test cannot be used since it failed: No space left on device");
        store.close();
        try (Store again = open()) {
            assertThat(entries(again, "q")).containsEntry(1L, Bytes.of("a"));
        }
    }

    @Test
    void a_value_that_is_too_large_is_refused_and_nothing_of_its_list_is_written() throws IOException {
        try (Store store = open()) {
            Put large = new Put("q", 2, Bytes.of(new byte[DiskStore.MAXIMUM_VALUE + 1]));
            assertThatThrownBy(() -> store.write(List.of(put("q", 1, "a"), large)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "the value for key 2 of table 'q' has 134217729 bytes; at most 134217728 (128 MiB) are possible");
            assertThat(store.tables()).isEmpty();
        }
    }

    /// Where the zeros behind the last record begin; the last value must not end in one.
    private static int end(byte[] bytes) {
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        return end;
    }
}
