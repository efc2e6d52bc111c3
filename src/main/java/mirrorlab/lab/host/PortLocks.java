package mirrorlab.lab.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which lab of this user has which port. All their labs share one file and lock a byte of it for each port, also for nodes
/// that are down. A lock ends with its process, however that ends. Where the file cannot be opened nobody locks.
final class PortLocks {
    private static final Map<Integer, FileLock> HELD = new TreeMap<>();
    /// Stays open: closing any channel of a file would end all locks that this process has there.
    private static final @Nullable FileChannel FILE = open();

    private PortLocks() {}

    private static @Nullable FileChannel open() {
        Path file = Path.of(System.getProperty("java.io.tmpdir"),
                "mirrorlab-" + System.getProperty("user.name") + ".ports");
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return null;
        }
    }

    /// @return false when a lab has it, this process' labs included
    static synchronized boolean take(int port) {
        if (FILE == null) {
            return true;
        }
        if (HELD.containsKey(port)) {
            return false;
        }
        try {
            FileLock lock = FILE.tryLock(port, 1, false);
            if (lock != null) {
                HELD.put(port, lock);
            }
            return lock != null;
        } catch (IOException e) {
            return true;
        }
    }

    static synchronized void release(int port) {
        FileLock lock = HELD.remove(port);
        if (lock != null) {
            try {
                lock.release();
            } catch (IOException e) {
                // it ends with this process
            }
        }
    }
}
