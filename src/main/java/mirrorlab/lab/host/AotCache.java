package mirrorlab.lab.host;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The JDK's ahead-of-time cache: this program's classes, loaded and linked once, kept in the user's cache folder. It is made in
/// the background at the first start and used from the second one on. There is one for every JDK and every set of jars; a class
/// path with folders has none, because the JDK caches classes of jars only.
public final class AotCache {
    private static final long MADE_WITHIN_SECONDS = 180;

    private AotCache() {}

    /// The cache for this program and this JDK; null when there is none.
    public static @Nullable Path ready() {
        Path place = place();
        return place != null && Files.isReadable(place) ? place : null;
    }

    /// Where the cache is or will be; null when this program can have none. Looked for at every start, so it is cheap.
    private static @Nullable Path place() {
        StringBuilder identity = new StringBuilder(System.getProperty("java.home")).append(Runtime.version());
        try {
            for (String each : OwnProgram.classPath().split(File.pathSeparator)) {
                Path jar = Path.of(each).toRealPath();
                if (!Files.isRegularFile(jar)) {
                    return null;
                }
                identity.append(jar).append(Files.size(jar)).append(Files.getLastModifiedTime(jar).toMillis());
            }
            return CacheFolder.path().resolve("aot-" + fingerprint(identity) + ".cache");
        } catch (IOException e) {
            return null;
        }
    }

    /// FNV-1a: it tells programs apart and keeps no secret.
    private static String fingerprint(CharSequence text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return Long.toHexString(hash);
    }

    /// Begins to make the cache when there is none; returns at once. The work goes on when the lab ends.
    public static void prepare() {
        if (place() == null || ready() != null) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.addAll(OwnProgram.command(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")));
        command.addAll(List.of("train", "make"));
        try {
            start(command).getOutputStream().close();
        } catch (IOException e) {
            // without `nice` there is no cache: starts stay as they are
        }
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /// Makes the cache by watching a process that plays a scenario. Does nothing when another process is making it.
    public static void make() throws IOException, InterruptedException {
        Path place = place();
        if (place == null || Files.exists(place)) {
            return;
        }
        Files.createDirectories(place.getParent());
        Path lockFile = place.resolveSibling(place.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null || Files.exists(place)) {
                return;
            }
            Path fresh = place.resolveSibling(place.getFileName() + ".new");
            List<String> command = OwnProgram.command(List.of("-XX:AOTCacheOutput=" + fresh));
            command.addAll(List.of("train", "play"));
            Process process = start(command);
            if (!process.waitFor(MADE_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            } else if (process.exitValue() == 0 && Files.exists(fresh)) {
                Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            Files.deleteIfExists(lockFile);
        }
    }
}
