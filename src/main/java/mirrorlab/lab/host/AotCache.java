package mirrorlab.lab.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The JDK's ahead-of-time caches: this program's classes, loaded and linked once. There is one for node processes, one
/// for the lab's own and one for a lab with a window ({@link LabStart}), because a start takes in all that its cache
/// holds. The window's also holds what its code does most, so that a young window is compiled in the order in which it
/// needs it and loses no frames meanwhile. The build makes them beside the jar; where they are missing, because the jar
/// was moved or runs on another JDK, the first lab that lives long enough makes them in the background, in the user's
/// cache folder; the window's, the first window. They are made anew for every JDK and every jar; a program that runs from
/// folders has none, because the JDK caches classes of jars only. The JDK itself refuses a cache that does not fit and
/// starts without it.
public final class AotCache {
    /// How a process that reads a cache is started besides; the cache lies where it says it wants to lie, so that its
    /// pages need no correction and are shared by all nodes.
    private static final List<String> IN_PLACE = List.of("-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0");
    /// What the makers of caches run with: few threads, and no profiles that would make later starts compile much.
    private static final List<String> MAKER = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    /// Set for a lab whose last node is to leave a cache behind: where.
    private static final String RECORD = "mirrorlab.record";
    private static final long MADE_WITHIN_SECONDS = 300;
    private static final int KEPT = 9;
    private static final String LAB = "lab";
    private static final String NODE = "node";
    private static final String WINDOW = "window";

    private AotCache() {}

    /// Flags that let the lab start faster; empty when there is no cache.
    static List<String> labFlags() {
        return flags(ready(LAB));
    }

    /// The same for a lab that draws.
    static List<String> windowFlags() {
        return flags(ready(WINDOW));
    }

    /// Flags that let a node start faster; empty when there is no cache.
    static List<String> nodeFlags(NodeLaunch launch) {
        String record = System.getProperty(RECORD);
        if (record == null) {
            return flags(ready(NODE));
        }
        return launch.name().equals(launch.members().getLast().name())
                // like the lab: a node that knows profiles from the start compiles much before it serves
                ? List.of("-XX:TieredStopAtLevel=1", "-XX:AOTCacheOutput=" + record)
                : List.of();
    }

    private static List<String> flags(@Nullable Path cache) {
        if (cache == null) {
            return List.of();
        }
        List<String> flags = new ArrayList<>(IN_PLACE);
        flags.add("-XX:AOTCache=" + cache);
        return flags;
    }

    private static @Nullable Path ready(String part) {
        Path jar = OwnProgram.jar();
        if (jar == null) {
            return null;
        }
        String name = name(jar, part);
        for (Path folder : List.of(jar.resolveSibling(name), CacheFolder.path().resolve(name))) {
            if (Files.isReadable(folder)) {
                return folder;
            }
        }
        return null;
    }

    private static String name(Path jar, String part) {
        CRC32C identity = new CRC32C();
        identity.update((System.getProperty("java.home") + " " + Runtime.version() + " " + jar + " "
                + jar.toFile().length() + " " + jar.toFile().lastModified()).getBytes(StandardCharsets.UTF_8));
        return "aot-" + part + "-" + Long.toHexString(identity.getValue()) + ".cache";
    }

    /// False when this program does not run from one jar.
    public static boolean isPossible() {
        return OwnProgram.jar() != null;
    }

    /// True when the caches of labs and nodes are beside the jar or in the user's cache folder.
    public static boolean isReady() {
        return ready(LAB) != null && ready(NODE) != null;
    }

    private static boolean isReady(boolean window) {
        return isReady() && (!window || ready(WINDOW) != null);
    }

    /// Begins to make the caches when they are missing; returns at once. The work ends, done or not, when this process
    /// does.
    ///
    /// @param window
    ///            the window's, too
    public static void prepare(boolean window) {
        if (!isPossible() || isReady(window) || System.getProperty(RECORD) != null) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.addAll(OwnProgram.command(MAKER));
        command.addAll(List.of("train", window ? "window" : "make"));
        try {
            start(command);
        } catch (IOException e) {
            // without the program nice there is no cache: starts stay as they are
        }
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /// Makes the caches by watching a lab, one of its nodes and a window at work. Does nothing when they are there or
    /// another process is at it.
    ///
    /// @param beside
    ///            in the jar's folder, else in the user's cache folder
    /// @param window
    ///            the window's, too
    public static void make(boolean beside, boolean window) throws IOException, InterruptedException {
        Path jar = OwnProgram.jar();
        if (jar == null || isReady(window)) {
            return;
        }
        Path folder = beside ? Objects.requireNonNull(jar.getParent()) : CacheFolder.path();
        Files.createDirectories(folder);
        try (FileChannel channel = FileChannel.open(folder.resolve("aot.lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); FileLock lock = channel.tryLock()) {
            if (lock != null && !isReady()) {
                Path node = folder.resolve(name(jar, NODE));
                make("play", MAKER, folder.resolve(name(jar, LAB)), node);
            }
            if (lock != null && !isReady(window)) {
                make("show", LabStart.WINDOW, folder.resolve(name(jar, WINDOW)), null);
            }
        }
    }

    /// @param node
    ///            where the cache of a node shall be that is watched at the same time
    private static void make(String work, List<String> maker, Path cache, @Nullable Path node)
            throws IOException, InterruptedException {
        Path freshCache = fresh(cache);
        Path freshNode = node == null ? null : fresh(node);
        List<String> flags = new ArrayList<>(maker);
        flags.add("-XX:AOTCacheOutput=" + freshCache);
        if (freshNode != null) {
            flags.add("-D" + RECORD + "=" + freshNode);
        }
        List<String> command = OwnProgram.command(flags);
        command.addAll(List.of("train", work));
        Process process = start(command);
        try {
            if (process.waitFor(MADE_WITHIN_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0) {
                if (node != null && freshNode != null) {
                    Files.move(freshNode, node, StandardCopyOption.ATOMIC_MOVE);
                }
                Files.move(freshCache, cache, StandardCopyOption.ATOMIC_MOVE);
                removeOld(Objects.requireNonNull(cache.getParent()));
            }
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(freshCache);
            if (freshNode != null) {
                Files.deleteIfExists(freshNode);
            }
        }
    }

    /// Each new jar has new caches; those of the last few jars stay.
    private static void removeOld(Path folder) throws IOException {
        List<Path> caches = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "aot-*.cache")) {
            all.forEach(caches::add);
        }
        caches.sort(Comparator.comparingLong((Path each) -> each.toFile().lastModified()).reversed());
        for (Path each : caches.subList(Math.min(KEPT, caches.size()), caches.size())) {
            Files.deleteIfExists(each);
        }
    }

    private static Path fresh(Path place) {
        return place.resolveSibling(place.getFileName() + ".new");
    }
}
