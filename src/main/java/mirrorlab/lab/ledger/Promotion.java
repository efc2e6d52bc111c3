package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// A mirror became master.
///
/// @param reached
///            what the lost master had or was about to get
/// @param replicas
///            as they stood just before
/// @param onShutdown
///            the key that decides at a clean stop, if the queue's record was known
/// @param placement
///            where its policy wants replicas, if the queue's record was known
/// @param wasSyncing
///            the mirror was being synchronised by the lost master
record Promotion(Moment moment, Happening.MirrorPromoted happening, MessageSet reached, List<ReplicaPicture> replicas,
        Optional<PolicyKey> onShutdown, Optional<Sentence> placement, boolean wasSyncing) implements Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture picture = ledger.picture();
        MessageSet lost = lost(ledger, reached.union(ledger.reached(queue(), happening.lostMaster()))
                .minus(ledger.keptBy(queue(), happening.mirror())));
        String node = happening.mirror().node().shortName();
        String master = happening.lostMaster().node().shortName();
        List<Sentence> explanation = new ArrayList<>();
        List<String> rules = new ArrayList<>();
        decision(lost, picture, explanation, rules);
        end(ledger, explanation, rules);
        if (wasSyncing) {
            explanation.add(Sentence.of("cause.promotion.was-syncing", node, master));
            rules.add("S-17");
        }
        if (happening.requeued() > 0) {
            explanation.add(Sentence.of("cause.promotion.requeued", happening.requeued()));
            rules.add("F-11");
        }
        if (happening.fromChannels() > 0) {
            explanation.add(Sentence.of("cause.promotion.from-channels", happening.fromChannels(), node));
            rules.add("P-10");
        }
        explanation.addAll(Reason.states(replicas, happening, picture));
        Sentence title = lost.isEmpty()
                ? Sentence.of("cause.promotion.title", node, queue().name())
                : Sentence.of("cause.promotion.title.loss", node, queue().name(), lost.count());
        CauseCard card = card("promotion", title, explanation, rules.stream().distinct().toList(), lost);
        Sentence why = wasSyncing
                ? Sentence.of("cause.promotion.was-syncing", node, master)
                : Sentence.of("cause.loss.only-there", picture.runs(lost), master, node);
        return withLoss(card, ledger, List.of(why),
                wasSyncing ? List.of("F-13", "S-17", "N-11") : List.of("F-13", "P-18", "N-11"));
    }

    private void decision(MessageSet lost, ClusterPicture picture, List<Sentence> explanation, List<String> rules) {
        String node = happening.mirror().node().shortName();
        boolean lacking = !lost.isEmpty();
        rules.add(happening.reason().equals("master-dropped") ? "F-32" : "F-02");
        if (happening.reason().equals("master-dropped")) {
            explanation.add(Sentence.of("cause.promotion.dropped", node, happening.lostMaster().node().shortName()));
            placement.ifPresent(explanation::add);
            rules.addAll(List.of("PO-12", "PO-13"));
        } else if (happening.wasSynchronised()) {
            explanation.add(Sentence.of("cause.promotion.synchronised", node,
                    new PolicyKey(happening.key(), happening.value(), happening.isDefault()).sentence()));
            rules.add("F-01");
        } else if (happening.value().equals(PolicyKey.WHEN_SYNCED)) {
            explanation.add(lacking
                    ? Sentence.of("cause.promotion.elsewhere", node, picture.runs(lost), happening.key(),
                            synchronisedNodes())
                    : Sentence.of("cause.promotion.elsewhere.complete", node, happening.key(), synchronisedNodes()));
            rules.addAll(List.of("F-05", "F-04"));
        } else {
            explanation.add(lacking
                    ? Sentence.of(Reason.key("cause.promotion.lacking", happening.isDefault()), node,
                            picture.runs(lost),
                            happening.key(), happening.value())
                    : Sentence.of(Reason.key("cause.promotion.complete", happening.isDefault()), node, happening.key(),
                            happening.value()));
            rules.add("F-04");
        }
        rules.add("F-13");
    }

    private String synchronisedNodes() {
        return Reason.names(happening.synchronised().stream().map(ReplicaId::node).toList());
    }

    private void end(Ledger ledger, List<Sentence> explanation, List<String> rules) {
        String master = happening.lostMaster().node().shortName();
        switch (ledger.end(happening.lostMaster())) {
            case "killed" -> explanation.add(Sentence.of("cause.master.killed", master));
            case "died" -> explanation.add(Sentence.of("cause.master.died", master));
            case "stopped" -> {
                rules.add("F-09");
                boolean stayed = happening.wasSynchronised() || !happening.synchronised().isEmpty()
                        || onShutdown.isEmpty();
                explanation.add(stayed
                        ? Sentence.of("cause.master.stopped", master, onShutdown.isEmpty()
                                ? Sentence.of("cause.key.default", "ha-promote-on-shutdown", PolicyKey.WHEN_SYNCED)
                                : onShutdown.get().sentence())
                        : Sentence.of("cause.master.stopped.always", master, onShutdown.get().key(),
                                onShutdown.get().value()));
            }
            default -> {
            }
        }
    }
}
