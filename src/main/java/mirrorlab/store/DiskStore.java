package mirrorlab.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import mirrorlab.node.Store;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// A store in a folder. Any string is a table's name. After the disk has failed once, nothing more is taken: nobody
/// knows then which of the last writes are on it.
public final class DiskStore implements Store {
    /// The largest value, in bytes.
    public static final int MAXIMUM_VALUE = 128 << 20;
    /// The longest name of a table, in UTF-16 units.
    public static final int MAXIMUM_NAME = 1 << 16;
    private static final int SEGMENT_SIZE = 8 << 20;

    private final String folder;
    private final Disk disk;
    private final Contents contents = new Contents();
    private final SegmentLog log;
    private final Cleaner cleaner;
    private @Nullable IOException failure;
    private boolean closed;

    /// Opens the store in a folder; creates it when it is not there.
    ///
    /// @throws IOException
    ///             when the folder is in use, cannot be used, or holds damaged files; one sentence says which
    public static DiskStore open(Path folder) throws IOException {
        return open(FolderDisk.open(folder), folder.toString(), SEGMENT_SIZE);
    }

    /// @param folder
    ///            how the disk is called in sentences
    static DiskStore open(Disk disk, String folder, int segmentSize) throws IOException {
        try {
            return new DiskStore(disk, folder, segmentSize);
        } catch (IOException failed) {
            disk.close();
            throw new IOException("could not open the data folder " + folder + ": " + failed.getMessage(), failed);
        }
    }

    private DiskStore(Disk disk, String folder, int segmentSize) throws IOException {
        this.disk = disk;
        this.folder = folder;
        this.log = SegmentLog.open(disk, segmentSize, contents);
        this.cleaner = new Cleaner(log, contents, segmentSize);
    }

    /// @throws IllegalArgumentException
    ///             when a value or a name is too large; then nothing of the list is written
    @Override
    public void write(List<StoreOperation> operations) throws IOException {
        operations.forEach(DiskStore::check);
        perform("write to", () -> {
            long before = log.appended();
            for (StoreOperation operation : operations) {
                apply(operation);
            }
            cleaner.clean(log.appended() - before);
            log.flush();
        });
    }

    @Override
    public void sync() throws IOException {
        perform("write to", log::force);
    }

    /// The tables that have at least one entry, in ascending order.
    @Override
    public Set<String> tables() {
        return contents.tables();
    }

    @Override
    public void read(String table, BiConsumer<Long, Bytes> entry) throws IOException {
        PlaceIndex places = contents.places(table);
        if (places != null) {
            EntryReader reader = new EntryReader(log);
            perform("read from",
                    () -> places.<IOException>forEach((key, place) -> entry.accept(key, reader.value(place))));
        }
    }

    /// Makes everything durable and gives the folder free, also when the disk has failed.
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        try {
            if (failure == null) {
                sync();
            }
        } finally {
            closed = true;
            try {
                log.close();
            } finally {
                disk.close();
            }
        }
    }

    private void apply(StoreOperation operation) throws IOException {
        switch (operation) {
            case StoreOperation.Put(String table, long key, Bytes value) ->
                contents.put(table, key, log.put(table, key, ByteBuffer.wrap(value.array())));
            case StoreOperation.Remove(String table, long key) -> {
                if (contents.place(table, key) != null) {
                    log.remove(table, key);
                    contents.remove(table, key);
                }
            }
            case StoreOperation.Drop(String table) -> {
                if (contents.places(table) != null) {
                    log.drop(table);
                    contents.drop(table);
                }
            }
        }
    }

    private static void check(StoreOperation operation) {
        if (operation.table().length() > MAXIMUM_NAME) {
            throw new IllegalArgumentException("the name of a table has " + operation.table().length()
                    + " characters; at most " + MAXIMUM_NAME + " are possible");
        }
        if (operation instanceof StoreOperation.Put put && put.value().size() > MAXIMUM_VALUE) {
            throw new IllegalArgumentException("the value for key " + put.key() + " of table '" + put.table() + "' has "
                    + put.value().size() + " bytes; at most " + MAXIMUM_VALUE + " (128 MiB) are possible");
        }
    }

    private void perform(String verb, Work work) throws IOException {
        if (closed) {
            throw new IOException("the data folder " + folder + " was closed");
        }
        if (failure != null) {
            throw new IOException("the data folder " + folder + " cannot be used since it failed: "
                    + failure.getMessage(), failure);
        }
        // The JDK closes a file under a thread that is interrupted; the interrupt can wait.
        boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } catch (IOException failed) {
            failure = failed;
            throw new IOException("could not " + verb + " the data folder " + folder + ": " + failed.getMessage(),
                    failed);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }
}
