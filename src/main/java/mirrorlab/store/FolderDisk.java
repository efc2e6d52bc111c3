package mirrorlab.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A folder of the file system, locked against every other store as long as it is open.
final class FolderDisk implements Disk {
    private static final String LOCK = "store.lock";

    /// The folders that are open in this process. Asked before the lock file is touched: closing a second channel on
    /// that file would take the operating system's lock away from the first.
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lock;

    private FolderDisk(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    static FolderDisk open(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IOException("the data folder " + folder + " is a file; a folder was expected");
        }
        Files.createDirectories(folder);
        Path real = folder.toRealPath();
        if (!OPEN.add(real)) {
            throw new IOException("the data folder " + folder + " is already open in this process");
        }
        FileChannel lock = null;
        boolean locked = false;
        try {
            lock = FileChannel.open(real.resolve(LOCK), CREATE, WRITE);
            locked = lock.tryLock() != null;
            if (!locked) {
                throw new IOException("the data folder " + folder + " is in use by another process");
            }
            return new FolderDisk(real, lock);
        } catch (AccessDeniedException denied) {
            throw new IOException("the data folder " + folder + " cannot be written to by this user", denied);
        } finally {
            if (!locked) {
                OPEN.remove(real);
                if (lock != null) {
                    lock.close();
                }
            }
        }
    }

    @Override
    public List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public DiskFile open(String name) throws IOException {
        return new OpenFile(FileChannel.open(folder.resolve(name), CREATE, READ, WRITE));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
    }

    @Override
    public void force() throws IOException {
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        } catch (AccessDeniedException notPossible) {
            // Windows opens no folder as a file; its file systems keep the order of such changes by themselves.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
        OPEN.remove(folder);
    }

    /// Reads and writes in slices, since the JDK keeps a buffer of the size of the largest one for each thread.
    private record OpenFile(FileChannel channel) implements DiskFile {
        private static final int SLICE = 1 << 18;

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void read(ByteBuffer buffer, long position) throws IOException {
            long at = position;
            while (buffer.hasRemaining()) {
                ByteBuffer slice = slice(buffer);
                int count = channel.read(slice, at);
                if (count < 0) {
                    throw new EOFException("the file ends at byte " + at);
                }
                buffer.position(buffer.position() + count);
                at += count;
            }
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            long at = position;
            while (buffer.hasRemaining()) {
                int count = channel.write(slice(buffer), at);
                buffer.position(buffer.position() + count);
                at += count;
            }
        }

        private static ByteBuffer slice(ByteBuffer buffer) {
            return buffer.slice(buffer.position(), Math.min(SLICE, buffer.remaining()));
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
