package mirrorlab.journal;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// One node as its host sees it.
///
/// @param incarnation
///            of the last start that came to an end of booting; 0 before the first
/// @param processId
///            0 for an embedded node
/// @param exitStatus
///            of the last end; null while the node lives
/// @param lastLogLines
///            what the process printed last before it died, oldest first
/// @param startedClock
///            clock of the entry that began this life; `endedClock` of the one that ended it, 0 while it lives
public record NodePicture(NodeName name, State state, long incarnation, long processId, int amqpPort, int httpPort,
        @Nullable Integer exitStatus, List<String> lastLogLines, long startedClock, long endedClock) {

    public enum State {
        STARTING, RUNNING, PAUSED, STOPPED, DIED;

        /// The word in tables and bundles: `running`.
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// Ended by SIGKILL, or as an embedded node is killed; what died otherwise ended by itself.
    public boolean isKilled() {
        return state == State.DIED && exitStatus != null && Happening.NodeDied.isKill(exitStatus);
    }

    /// How it stands in one word: `running`, `frozen`, `killed`.
    public String standing() {
        return isKilled() ? "killed" : state == State.PAUSED ? "frozen" : state.word();
    }

    /// Its process is there.
    public boolean isAlive() {
        return state != State.STOPPED && state != State.DIED;
    }
}
