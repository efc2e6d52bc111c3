package mirrorlab.lab.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The JDK's ahead-of-time cache for node processes: classes loaded and linked once, kept in the user's cache folder.
public final class AotCache {

    private AotCache() {}

    /// The cache for this program and this JDK; null when there is none yet.
    public static @Nullable Path ready() {
        return null;
    }
}
