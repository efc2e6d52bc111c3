package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.host.AotCache;
import mirrorlab.lab.host.OwnProgram;

/// From `java -jar mirrorlab.jar up` to the ports file, as processes and embedded, and the memory of three idle node
/// processes. Every start is a process of its own with this program's Java and class path. The later ones begin when the
/// caches of loaded classes ({@link AotCache}) are there.
public final class StartBench {
    private static final long STARTS_WITHIN_SECONDS = 120;
    private static final long CACHED_WITHIN_SECONDS = 240;
    private static final long LOOK_MILLIS = 5;
    /// So long nodes are left alone before their memory is read.
    private static final long IDLE_SECONDS = 5;
    private static final String PORTS = "ports.json";
    private static final double SECOND = 1e9;
    private final int rounds;
    private final ObjectMapper mapper = new ObjectMapper();
    private final List<String> notes = new ArrayList<>();

    /// @param rounds
    ///            later starts of each kind
    public StartBench(int rounds) {
        this.rounds = rounds;
    }

    /// One start.
    private record Start(double seconds, JsonNode ports) {}

    public BenchResult run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("mirrorlab-bench");
        try {
            return measure(folder);
        } finally {
            Files.deleteIfExists(folder.resolve(PORTS));
            Files.deleteIfExists(folder);
        }
    }

    private BenchResult measure(Path folder) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        List<Double> first = new ArrayList<>();
        try (Up up = Up.begin(folder, false)) {
            first.add(await(up).seconds());
            awaitCache();
        }
        figures.add(Figure.of("first start, three processes", "s", first));
        List<Double> later = new ArrayList<>();
        List<Double> resident = new ArrayList<>();
        List<Double> proportional = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            try (Up up = Up.begin(folder, false)) {
                Start start = await(up);
                later.add(start.seconds());
                TimeUnit.SECONDS.sleep(i == 0 ? IDLE_SECONDS : 1);
                remember(start, resident, proportional);
            }
        }
        figures.add(Figure.of("later starts, three processes", "s", later).promised(3)
                .beside("11 to 15 s to form a cluster of three"));
        List<Double> embedded = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            try (Up up = Up.begin(folder, true)) {
                embedded.add(await(up).seconds());
            }
        }
        figures.add(Figure.of("later starts, embedded", "s", embedded).promised(1.2));
        if (!resident.isEmpty()) {
            figures.add(Figure.of("three idle node processes, resident", "MiB", resident).promised(300)
                    .beside("367 MiB"));
            figures.add(Figure.of("the same, shared pages counted once", "MiB", proportional));
        }
        return new BenchResult("start", figures, notes);
    }

    private void remember(Start start, List<Double> resident, List<Double> proportional) {
        List<Long> processes = new ArrayList<>();
        start.ports().path("nodes").forEach(each -> processes.add(each.path("pid").asLong()));
        try {
            Memory memory = Memory.of(processes);
            resident.add(memory.resident());
            proportional.add(memory.proportional());
        } catch (IOException e) {
            notes.add("the memory of the nodes is not known: " + e.getMessage());
        }
    }

    private Start await(Up up) throws IOException, InterruptedException {
        long deadline = up.begun + STARTS_WITHIN_SECONDS * (long) SECOND;
        while (!Files.exists(up.portsFile)) {
            if (up.process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
                throw new IOException("the lab did not start: " + String.join(" ", up.command));
            }
        }
        return new Start((System.nanoTime() - up.begun) / SECOND, mapper.readTree(up.portsFile.toFile()));
    }

    /// Where the build left no caches, the first start makes them beside its own work.
    private void awaitCache() throws InterruptedException {
        long deadline = System.nanoTime() + CACHED_WITHIN_SECONDS * (long) SECOND;
        while (!AotCache.isReady()) {
            if (!AotCache.isPossible() || System.nanoTime() > deadline) {
                notes.add("there is no cache of loaded classes: this program runs from "
                        + (AotCache.isPossible() ? "a jar, but none was made" : "folders")
                        + "; later starts are like the first one");
                return;
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /// A lab as other programs start it.
    private static final class Up implements AutoCloseable {
        private final List<String> command;
        private final Path portsFile;
        private final long begun;
        private final Process process;

        private Up(List<String> command, Path portsFile) throws IOException {
            this.command = command;
            this.portsFile = portsFile;
            begun = System.nanoTime();
            process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        }

        static Up begin(Path folder, boolean embedded) throws IOException {
            Path portsFile = folder.resolve(PORTS);
            Files.deleteIfExists(portsFile);
            List<String> command = OwnProgram.asTyped();
            command.add("up");
            if (embedded) {
                command.add("--embedded");
            }
            command.addAll(List.of("--ports-file", portsFile.toString()));
            return new Up(command, portsFile);
        }

        @Override
        public void close() throws IOException, InterruptedException {
            process.destroy();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
