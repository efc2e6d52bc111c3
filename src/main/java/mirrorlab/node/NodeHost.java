package mirrorlab.node;

/// What a loop has to say to whoever put the node together. Called on the loop's thread; must not block.
public interface NodeHost {

    /// The boot is complete: open the doors (N-10).
    void serve();

    /// The last word.
    void ended(Ending ending);

    /// @param level
    ///            RabbitMQ's: `debug`, `info`, `notice`, `warning`, `error`
    void log(String level, String text);
}
