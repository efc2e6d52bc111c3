package mirrorlab.lab.host;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// One lab's folder: `mirrorlab/run-<process id>-…` in the user's cache folder. Its `lab.json` names the lab's process
/// and its nodes' processes, so that the next lab can end nodes whose lab died ({@link Orphans}).
public final class RunFolder {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    static final String FILE = "lab.json";
    private static final String LOCK = "lab.lock";
    private final Path path;
    private final boolean kept;
    private final FileChannel lock;
    private final Map<NodeName, Long> processes = new TreeMap<>();
    private boolean finished;

    private RunFolder(Path path, boolean kept, FileChannel lock) {
        this.path = path;
        this.kept = kept;
        this.lock = lock;
    }

    /// @param kept
    ///            the folder stays when the lab ends
    public static RunFolder create(boolean kept) throws IOException {
        return create(CacheFolder.path(), kept);
    }

    /// Locked before it says whose it is, so that nobody takes it for one whose lab died.
    static RunFolder create(Path base, boolean kept) throws IOException {
        Files.createDirectories(base);
        Path path = Files.createTempDirectory(base, ownPrefix());
        FileChannel lock = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock.lock();
        RunFolder folder = new RunFolder(path, kept, lock);
        folder.write();
        return folder;
    }

    private static String ownPrefix() {
        return "run-" + ProcessHandle.current().pid() + "-";
    }

    /// A lab holds the lock of its folder as long as it lives; a lock ends with its process, however that ends. A folder of
    /// this process is not opened: closing the file would end the lock.
    ///
    /// @return null when the folder is this process' own
    static @Nullable FileChannel lockOf(Path folder) throws IOException {
        return folder.getFileName().toString().startsWith(ownPrefix())
                ? null
                : FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE);
    }

    public Path path() {
        return path;
    }

    /// Remembers a node's process; 0 means that it has none now.
    synchronized void remember(NodeName node, long process) {
        if (process == 0) {
            processes.remove(node);
        } else {
            processes.put(node, process);
        }
        if (finished) {
            return;
        }
        try {
            write();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the run folder cannot be written", e);
        }
    }

    private void write() throws IOException {
        ObjectNode json = MAPPER.createObjectNode().put("kept", kept);
        json.set("lab", handle(ProcessHandle.current().pid()));
        ObjectNode nodes = json.putObject("nodes");
        processes.forEach((node, process) -> nodes.set(node.value(), handle(process)));
        Path fresh = path.resolve(FILE + ".new");
        Files.writeString(fresh, json.toString());
        Files.move(fresh, path.resolve(FILE), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /// A process is known by its number and the moment of its start: numbers are used again.
    private static ObjectNode handle(long process) {
        return MAPPER.createObjectNode().put("pid", process).put("started", startOf(process));
    }

    static long startOf(long process) {
        return ProcessHandle.of(process).flatMap(each -> each.info().startInstant()).map(each -> each.toEpochMilli())
                .orElse(0L);
    }

    /// The lab ends in good order.
    public synchronized void finish() throws IOException {
        finished = true;
        lock.close();
        if (!kept) {
            delete(path);
        }
    }

    /// Whatever is gone already, because another lab tidies up at the same moment, is no fault.
    static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
                if (fault instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw fault;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException fault) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
