package mirrorlab.lab.host;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import mirrorlab.vocabulary.NodeName;

/// One lab's folder: `mirrorlab/run-<process id>-…` in the user's cache folder. Its `lab.json` names the lab's process
/// and its nodes' processes, so that the next lab can end nodes whose lab died ({@link Orphans}).
public final class RunFolder {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    static final String FILE = "lab.json";
    private final Path path;
    private final boolean kept;
    private final Map<NodeName, Long> processes = new TreeMap<>();

    private RunFolder(Path path, boolean kept) {
        this.path = path;
        this.kept = kept;
    }

    /// @param kept
    ///            the folder stays when the lab ends
    public static RunFolder create(boolean kept) throws IOException {
        Path base = CacheFolder.path();
        Files.createDirectories(base);
        RunFolder folder = new RunFolder(Files.createTempDirectory(base, "run-" + ProcessHandle.current().pid() + "-"),
                kept);
        folder.write();
        return folder;
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
    public void finish() throws IOException {
        if (!kept) {
            delete(path);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
