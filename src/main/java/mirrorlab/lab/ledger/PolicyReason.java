package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// Where a queue's replicas are, or are not, because of a policy.
///
/// @param replicas
///            as they stood
/// @param because
///            of it is told
record PolicyReason(Moment moment, QueueName queue, Because because, List<ReplicaPicture> replicas) implements Reason {

    sealed interface Because {
        /// P-03.
        record Exclusive(NodeName home, Sentence placement) implements Because {}

        /// PO-01.
        record PassedOver(Happening.PolicyPassedOver happening) implements Because {}

        /// PO-15.
        ///
        /// @param policy
        ///            that had mirrored it
        /// @param now
        ///            that applies now, empty when none does
        record NotMirrored(String policy, String now, NodeName master, List<NodeName> mirrors) implements Because {}

        /// PO-11, PO-13.
        record Unlisted(NodeName master, Sentence placement, PolicyKey syncMode) implements Because {}

        /// F-16; no reason when the node of the lost one did not go down, for then it was dropped.
        record Replaced(ReplicaId lost, NodeName fresh, Sentence placement, PolicyKey syncMode) implements Because {}
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        String name = queue.name();
        return switch (because) {
            case Because.Exclusive(NodeName home, Sentence placement) ->
                one("policy", Sentence.of("cause.exclusive.title", name),
                        List.of(Sentence.of("cause.exclusive.decision", name, home.shortName(), placement)),
                        List.of("P-03"), ledger);
            case Because.PassedOver(Happening.PolicyPassedOver it) ->
                one("policy", Sentence.of("cause.passed-over.title", it.policy(), name),
                        List.of(Sentence.of(
                                it.priority() == it.winnerPriority()
                                        ? "cause.passed-over.tie"
                                        : "cause.passed-over.decision",
                                name, it.winner(), String.valueOf(it.winnerPriority()), it.policy(),
                                String.valueOf(it.priority()))),
                        List.of("PO-01"), ledger);
            case Because.NotMirrored(String policy, String now, NodeName master, List<NodeName> mirrors) ->
                one("policy", Sentence.of("cause.not-mirrored.title", name),
                        List.of(now.isEmpty()
                                ? Sentence.of("cause.not-mirrored.none", name, policy)
                                : Sentence.of("cause.not-mirrored.other", name, policy, now),
                                Sentence.of("cause.not-mirrored.copies", Reason.names(mirrors), master.shortName())),
                        List.of("PO-15", "PO-01", "N-06"), ledger);
            case Because.Unlisted(NodeName master, Sentence placement, PolicyKey mode) ->
                one("policy", Sentence.of("cause.unlisted.title", name, master.shortName()),
                        List.of(Sentence.of("cause.unlisted.decision", master.shortName(), placement),
                                Sentence.of(mode.isAutomatic() ? "cause.unlisted.automatic" : "cause.unlisted.manual",
                                        master.shortName(), mode.sentence())),
                        List.of("PO-11", "PO-13", "PO-14"), ledger);
            case Because.Replaced it -> ledger.end(it.lost()).equals("lost") ? List.of() : replaced(it, ledger);
        };
    }

    private List<CauseCard> replaced(Because.Replaced it, Ledger ledger) {
        String lost = it.lost().node().shortName();
        String fresh = it.fresh().shortName();
        return one("replacement", Sentence.of("cause.replaced.title", fresh, lost, queue.name()),
                List.of(Sentence.of("cause.replaced.decision", fresh, lost, it.placement()),
                        Sentence.of(it.syncMode().isAutomatic() ? "cause.replaced.automatic" : "cause.replaced.manual",
                                fresh, lost, it.syncMode().sentence())),
                List.of("F-16", "PO-10", "PO-16"), ledger);
    }

    private List<CauseCard> one(String kind, Sentence title, List<Sentence> explanation, List<String> rules,
            Ledger ledger) {
        ClusterPicture picture = ledger.picture();
        List<Sentence> all = new ArrayList<>(explanation);
        all.addAll(Reason.statesNow(replicas, picture));
        return List.of(card(kind, title, all, rules, MessageSet.EMPTY));
    }

    static PolicyReason of(Moment moment, QueuePicture queue, Because because) {
        return new PolicyReason(moment, queue.name(), because, queue.replicas());
    }
}
