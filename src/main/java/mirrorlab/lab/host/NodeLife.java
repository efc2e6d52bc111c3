package mirrorlab.lab.host;

import java.util.List;
import java.util.concurrent.CompletionStage;
import mirrorlab.vocabulary.NodeName;

/// One life of one node, from start to end.
public interface NodeLife {
    NodeName node();

    /// 0 for an embedded node.
    long processId();

    /// Completes when both doors are open; exceptionally with {@link BootFailed} when the life ends before.
    CompletionStage<Serving> serving();

    /// Completes when the life has ended, never exceptionally.
    CompletionStage<Ending> ended();

    /// The end without warning: SIGKILL.
    void kill();

    /// Asks for a clean stop from outside: SIGTERM.
    void terminate();

    /// Stops what serves and lets the process go on: stop_app.
    ///
    /// @return exceptionally when the life ended instead
    CompletionStage<Void> stopApp();

    /// Begins to serve again: start_app.
    ///
    /// @return exceptionally with {@link BootFailed} when it failed; then what serves stays stopped, or the life ends
    CompletionStage<Serving> startApp();

    /// Freezes: SIGSTOP.
    void pause();

    /// Goes on: SIGCONT.
    void resume();

    record Serving(long incarnation, int amqpPort, int httpPort) {}

    /// @param exitStatus
    ///            137 after SIGKILL, 143 after SIGTERM; -1 for a killed embedded node
    /// @param lastLogLines
    ///            what it said last, oldest first
    record Ending(int exitStatus, List<String> lastLogLines) {
        public boolean isClean() {
            return exitStatus == 0 || exitStatus == 143;
        }
    }
}
