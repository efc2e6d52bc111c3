package mirrorlab.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// A store in memory whose syncs a test can hold back and count.
final class MemoryStore implements Store {
    final Semaphore syncs = new Semaphore(Integer.MAX_VALUE);
    final Semaphore written = new Semaphore(0);
    final List<Integer> groups = new ArrayList<>();
    @Nullable
    IOException failure;
    private final Map<String, TreeMap<Long, Bytes>> tables = new TreeMap<>();

    @Override
    public synchronized void write(List<StoreOperation> operations) throws IOException {
        if (failure != null) {
            throw failure;
        }
        groups.add(operations.size());
        written.release();
        for (StoreOperation each : operations) {
            switch (each) {
                case StoreOperation.Put(String table, long key, Bytes value) ->
                    tables.computeIfAbsent(table, unused -> new TreeMap<>()).put(key, value);
                case StoreOperation.Remove(String table, long key) -> {
                    if (tables.containsKey(table)) {
                        tables.get(table).remove(key);
                    }
                }
                case StoreOperation.Drop(String table) -> tables.remove(table);
            }
        }
    }

    @Override
    public void sync() {
        syncs.acquireUninterruptibly();
    }

    @Override
    public synchronized Set<String> tables() {
        return Set.copyOf(tables.keySet());
    }

    @Override
    public synchronized void read(String table, BiConsumer<Long, Bytes> entry) {
        tables.getOrDefault(table, new TreeMap<>()).forEach(entry);
    }

    @Override
    public void close() {}
}
