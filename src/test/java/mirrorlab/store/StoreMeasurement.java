package mirrorlab.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;
import mirrorlab.vocabulary.StoreOperation.Put;
import mirrorlab.vocabulary.StoreOperation.Remove;

/// Measures a store in a folder (the first argument, or a temporary one): run its `main`.
final class StoreMeasurement {
    private static final Bytes SMALL = Bytes.of(new byte[100]);
    private final Path root;

    private StoreMeasurement(Path root) {
        this.root = root;
    }

    public static void main(String[] arguments) throws IOException {
        Path root = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("store");
        StoreMeasurement measurement = new StoreMeasurement(root);
        measurement.singles();
        for (int group : new int[]{10, 100, 1000}) {
            measurement.groups(group);
        }
        measurement.churn();
        measurement.million();
        try (var files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void singles() throws IOException {
        try (DiskStore store = DiskStore.open(root.resolve("singles"))) {
            long[] nanos = new long[3000];
            for (int key = 0; key < nanos.length; key++) {
                long start = System.nanoTime();
                store.write(List.of(new Put("q", key, SMALL)));
                store.sync();
                nanos[key] = System.nanoTime() - start;
            }
            Arrays.sort(nanos);
            print("one operation and a sync: median %.2f ms, 95 %% in %.2f ms, 99 %% in %.2f ms".formatted(
                    nanos[1500] / 1e6,
                    nanos[2850] / 1e6, nanos[2970] / 1e6));
        }
    }

    /// As a queue that is published to and consumed from: each group puts and removes.
    private void groups(int group) throws IOException {
        try (DiskStore store = DiskStore.open(root.resolve("groups" + group))) {
            long start = System.nanoTime();
            long count = 0;
            while (System.nanoTime() - start < 4_000_000_000L) {
                List<StoreOperation> operations = new ArrayList<>();
                for (int at = 0; at < group / 2; at++, count += 2) {
                    operations.add(new Put("q", count, SMALL));
                    operations.add(new Remove("q", count - 2000));
                }
                store.write(operations);
                store.sync();
            }
            print("groups of %d with one sync each: %,.0f operations a second".formatted(group,
                    count / ((System.nanoTime() - start) / 1e9)));
        }
    }

    private void churn() throws IOException {
        Path folder = root.resolve("churn");
        try (DiskStore store = DiskStore.open(folder)) {
            long most = 0;
            int operationsInAll = 0;
            for (long key = 0; key < 2_000_000; key += 500) {
                List<StoreOperation> operations = new ArrayList<>();
                for (long at = key; at < key + 500; at++) {
                    operations.add(new Put("q", at, SMALL));
                    operations.add(new Remove("q", at - 10_000));
                }
                operationsInAll += operations.size();
                store.write(operations);
                store.sync();
                if (key % 50_000 == 0) {
                    most = Math.max(most, size(folder));
                }
            }
            print("churn of %,d operations, 10,000 entries live: at most %.1f MiB of files, %.1f MiB at the end"
                    .formatted(operationsInAll,
                            most / 1048576.0, size(folder) / 1048576.0));
        }
    }

    private void million() throws IOException {
        Path folder = root.resolve("million");
        try (DiskStore store = DiskStore.open(folder)) {
            for (long key = 0; key < 1_000_000; key += 1000) {
                List<StoreOperation> operations = new ArrayList<>();
                for (long at = key; at < key + 1000; at++) {
                    operations.add(new Put("q", at, SMALL));
                }
                store.write(operations);
            }
        }
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            try (DiskStore store = DiskStore.open(folder)) {
                long opened = System.nanoTime();
                long[] count = {0};
                store.read("q", (key, value) -> count[0] += value.size());
                print("a million entries, %.0f MiB: opened in %.2f s, read in %.2f s".formatted(
                        size(folder) / 1048576.0,
                        (opened - start) / 1e9, (System.nanoTime() - opened) / 1e9));
            }
        }
    }

    private static long size(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static void print(String sentence) {
        System.out.println(sentence);
    }
}
