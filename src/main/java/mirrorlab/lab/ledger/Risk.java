package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;

/// Ready messages that a failure would lose, and the failure.
///
/// @param key
///            of the sentence; `nodes` are those that would have to fail; `lacking` is the mirror that would follow them
record Risk(MessageSet messages, String key, List<NodeName> nodes, String lacking) {

    Sentence sentence(ClusterPicture picture) {
        String failing = String.join(" + ", nodes.stream().map(NodeName::shortName).toList());
        return Sentence.of(key, picture.runs(messages), failing, lacking);
    }

    /// @param ready
    ///            what the living master holds ready
    static List<Risk> of(QueuePicture queue, QueueBook book, MessageSet ready, ClusterPicture picture) {
        NodeName master = queue.master().node();
        MessageSet unkept = queue.record().durable() ? ready.intersection(book.transientOnes.set()) : ready;
        List<ReplicaPicture> mirrors = queue.livingMirrors();
        if (mirrors.isEmpty()) {
            return unkept.isEmpty() ? List.of() : List.of(new Risk(unkept, "fate.risk.no-copy", List.of(master), ""));
        }
        boolean nobodySynchronised = mirrors.stream().allMatch(each -> each.sync() != ReplicaPicture.Sync.SYNCHRONISED);
        PolicyKey onFailure = PolicyKey.onFailure(queue, picture);
        if (nobodySynchronised && !onFailure.isAlways()) {
            // F-04: nobody would be promoted; the master's disk keeps what it can.
            return unkept.isEmpty() ? List.of() : List.of(new Risk(unkept, "fate.risk.refused", List.of(master), ""));
        }
        boolean stopToo = !nobodySynchronised || PolicyKey.onShutdown(queue, picture).isAlways();
        return oneAfterTheOther(master, mirrors, book, ready, stopToo);
    }

    private static List<Risk> oneAfterTheOther(NodeName master, List<ReplicaPicture> mirrors, QueueBook book,
            MessageSet ready,
            boolean stopToo) {
        List<Risk> risks = new ArrayList<>();
        List<NodeName> failing = new ArrayList<>(List.of(master));
        MessageSet held = ready;
        for (ReplicaPicture mirror : mirrors) {
            MessageSet lacked = held.minus(contents(mirror, book, held));
            if (!lacked.isEmpty()) {
                String key = failing.size() > 1
                        ? "fate.risk.die"
                        : stopToo ? "fate.risk.dies-or-stops" : "fate.risk.dies";
                risks.add(new Risk(lacked, key, List.copyOf(failing), mirror.node().shortName()));
                held = held.minus(lacked);
            }
            failing.add(mirror.node());
        }
        return risks;
    }

    /// A synchronised mirror that holds more runs than its snapshot names has everything (S-01).
    private static MessageSet contents(ReplicaPicture mirror, QueueBook book, MessageSet all) {
        Holding holding = book.known(mirror.id());
        boolean unknown = holding == null || !holding.isExact();
        if (unknown && mirror.sync() == ReplicaPicture.Sync.SYNCHRONISED) {
            return all;
        }
        return holding == null ? MessageSet.EMPTY : holding.contents();
    }
}
