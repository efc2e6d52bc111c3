package mirrorlab.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;

/// A disk that forgets what was not synced. It outlives the nodes that write to it.
final class SimulatedDisk {
    private final Map<String, TreeMap<Long, Bytes>> durable = new TreeMap<>();
    private final ArrayDeque<StoreOperation> unsynced = new ArrayDeque<>();

    void write(List<StoreOperation> operations) {
        unsynced.addAll(operations);
    }

    int unsynced() {
        return unsynced.size();
    }

    void sync() {
        sync(unsynced.size());
    }

    /// The first `count` of the operations that are not durable become so.
    void sync(int count) {
        for (int i = 0; i < count; i++) {
            apply(durable, unsynced.remove());
        }
    }

    /// Some of what was not synced survives, in order; the rest is gone.
    void losePower(RandomGenerator chance) {
        sync(chance.nextInt(unsynced.size() + 1));
        unsynced.clear();
    }

    void losePower() {
        unsynced.clear();
    }

    boolean isDurable(String table, long key) {
        TreeMap<Long, Bytes> entries = durable.get(table);
        return entries != null && entries.containsKey(key);
    }

    /// What a reader sees, synced or not.
    Map<String, TreeMap<Long, Bytes>> contents() {
        if (unsynced.isEmpty()) {
            return durable;
        }
        Map<String, TreeMap<Long, Bytes>> seen = new TreeMap<>();
        durable.forEach((table, entries) -> seen.put(table, new TreeMap<>(entries)));
        new ArrayList<>(unsynced).forEach(each -> apply(seen, each));
        return seen;
    }

    private static void apply(Map<String, TreeMap<Long, Bytes>> tables, StoreOperation operation) {
        switch (operation) {
            case StoreOperation.Put(String table, long key, Bytes value) ->
                tables.computeIfAbsent(table, unused -> new TreeMap<>()).put(key, value);
            case StoreOperation.Remove(String table, long key) -> {
                TreeMap<Long, Bytes> entries = tables.get(table);
                if (entries != null && entries.remove(key) != null && entries.isEmpty()) {
                    tables.remove(table);
                }
            }
            case StoreOperation.Drop(String table) -> tables.remove(table);
        }
    }
}
