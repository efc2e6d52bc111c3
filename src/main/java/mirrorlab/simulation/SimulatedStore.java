package mirrorlab.simulation;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import mirrorlab.node.Store;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;

/// One life's use of a simulated disk, as the shell of a node sees a store.
final class SimulatedStore implements Store {
    private final SimulatedDisk disk;
    private boolean closed;

    SimulatedStore(SimulatedDisk disk) {
        this.disk = disk;
    }

    @Override
    public void write(List<StoreOperation> operations) throws IOException {
        if (closed) {
            throw new IOException("the store is closed");
        }
        disk.write(operations);
    }

    @Override
    public void sync() throws IOException {
        if (closed) {
            throw new IOException("the store is closed");
        }
        disk.sync();
    }

    @Override
    public Set<String> tables() {
        return new TreeSet<>(disk.contents().keySet());
    }

    @Override
    public void read(String table, BiConsumer<Long, Bytes> entry) {
        Map<Long, Bytes> entries = disk.contents().get(table);
        if (entries != null) {
            new TreeMap<>(entries).forEach(entry);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            disk.sync();
        }
    }
}
