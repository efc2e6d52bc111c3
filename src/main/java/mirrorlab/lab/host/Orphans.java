package mirrorlab.lab.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Ends nodes, frozen ones too, whose lab died, and removes what it left (contract 6).
public final class Orphans {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final long SAME_START_MILLIS = 2000;

    private Orphans() {}

    /// @return how many processes were ended
    public static int end() {
        return end(CacheFolder.path());
    }

    /// One at a time: a process cannot ask twice at once for the lock of the same folder.
    static synchronized int end(Path base) {
        int ended = 0;
        if (!Files.isDirectory(base)) {
            return 0;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(base, "run-*")) {
            for (Path each : folders) {
                ended += endOf(each);
            }
        } catch (IOException e) {
            return ended;
        }
        return ended;
    }

    private static int endOf(Path folder) {
        int ended = 0;
        try (FileChannel channel = RunFolder.lockOf(folder);
                FileLock lock = channel == null ? null : channel.tryLock()) {
            if (lock == null) {
                return 0; // its lab lives, or another lab tidies up
            }
            JsonNode lab = MAPPER.readTree(folder.resolve(RunFolder.FILE).toFile());
            for (JsonNode node : lab.path("nodes")) {
                if (isAlive(node)) {
                    ProcessHandle.of(node.path("pid").asLong()).ifPresent(ProcessHandle::destroyForcibly);
                    ended++;
                }
            }
            if (!lab.path("kept").asBoolean()) {
                RunFolder.delete(folder);
            }
        } catch (IOException e) {
            // being written by a lab that just starts, or not ours to remove
            return ended;
        }
        return ended;
    }

    /// Two Java programs can disagree about the moment at which a third process started.
    private static boolean isAlive(JsonNode process) {
        long started = process.path("started").asLong();
        return started != 0
                && Math.abs(RunFolder.startOf(process.path("pid").asLong()) - started) <= SAME_START_MILLIS;
    }
}
