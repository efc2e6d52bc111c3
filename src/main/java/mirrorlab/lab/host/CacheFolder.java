package mirrorlab.lab.host;

import java.nio.file.Files;
import java.nio.file.Path;

/// Where this program keeps what it can make again: run folders and the cache of classes.
final class CacheFolder {

    private CacheFolder() {}

    /// `$XDG_CACHE_HOME/mirrorlab`, `~/.cache/mirrorlab`, or a folder in the system's temporary folder.
    static Path path() {
        String cache = System.getenv("XDG_CACHE_HOME");
        if (cache != null && !cache.isBlank()) {
            return Path.of(cache, "mirrorlab");
        }
        Path home = Path.of(System.getProperty("user.home", "/nonexistent"));
        return Files.isWritable(home)
                ? home.resolve(".cache").resolve("mirrorlab")
                : Path.of(System.getProperty("java.io.tmpdir"), "mirrorlab-" + System.getProperty("user.name"));
    }
}
