package mirrorlab.node;

import org.jspecify.annotations.Nullable;

/// Why a node's loop has ended.
public sealed interface Ending {

    /// The clean stop is complete; everything is durable.
    record Stopped() implements Ending {}

    /// The machine gave up; the sentence says why.
    record BootFailed(String text) implements Ending {}

    /// A bug, or the disk failed.
    record Crashed(String text, @Nullable Throwable cause) implements Ending {}

    record Killed() implements Ending {}
}
