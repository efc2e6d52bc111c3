package mirrorlab.ui.stage;

import java.util.List;
import mirrorlab.journal.NodePicture;
import mirrorlab.vocabulary.NodeName;

/// One node as its card shows it.
///
/// @param processId 0 when embedded or never started
/// @param exitStatus of the last end; 137 after SIGKILL, -1 for an embedded node that was killed
/// @param lastLog what a dead node printed last, oldest first
/// @param connections open client connections
public record NodeColumn(NodeName name, State state, long processId, int amqpPort, int httpPort, int exitStatus,
        List<String> lastLog, int masters, int mirrors, int connections) {

    public enum State {
        ABSENT, STARTING, RUNNING, PAUSED, STOPPED,
        /// Ended by itself.
        DIED,
        /// By SIGKILL, or as an embedded node is killed.
        KILLED;

        public static State of(NodePicture node) {
            return node.isKilled() ? KILLED : valueOf(node.state().name());
        }

        /// It can be started again.
        public boolean isDown() {
            return this == STOPPED || this == DIED || this == KILLED;
        }

        public boolean isUp() {
            return this == RUNNING || this == PAUSED || this == STARTING;
        }
    }
}
