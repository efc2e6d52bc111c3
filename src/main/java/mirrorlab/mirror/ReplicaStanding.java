package mirrorlab.mirror;

import java.util.List;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;

/// A replica at one moment, as far as it matters for what becomes of its queue.
///
/// @param phase as in {@link Replica.Position}
/// @param sequence the newest operation of the stream that its contents contain
/// @param synchronised it says so of itself (S-01)
/// @param syncing a master that synchronises, a mirror that is being synchronised
/// @param depth ready and unacknowledged together (S-02)
/// @param persistent how many of them a stop of the node outlives
/// @param messages their names, at least of the first ones; all of them when they are as many as `depth`
/// @param fromChannels copies that a mirror has from channels only (P-10)
/// @param busy a master waits for mirrors or its disk
/// @param consumers nodes that a master's consumers are connected to
/// @param holders nodes of the channels that hold messages of a master, unacknowledged
public record ReplicaStanding(ReplicaId replica, String phase, long epoch, long sequence, boolean synchronised,
        boolean syncing, long depth, long persistent, MessageSet messages, long fromChannels, boolean busy,
        List<NodeName> consumers, List<NodeName> holders) {

    boolean isMaster() {
        return phase.equals("master");
    }

    boolean isExact() {
        return messages.count() == depth;
    }
}
