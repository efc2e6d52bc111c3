package mirrorlab.node;

import java.util.List;
import mirrorlab.vocabulary.Bytes;

/// What a loop has to say to whoever put the node together. Called on the loop's thread; must not block.
public interface NodeHost {

    /// The boot is complete: open the doors (N-10).
    void serve();

    /// The last word.
    void ended(Ending ending);

    /// @param level
    ///            RabbitMQ's: `debug`, `info`, `notice`, `warning`, `error`
    void log(String level, String text);

    /// Move these bodies to the disk, on another thread, and give the loop {@link mirrorlab.broker.Input.PagedOut} afterwards.
    /// A node without a disk leaves them where they are.
    default void pageOut(List<Bytes> bodies) {}
}
