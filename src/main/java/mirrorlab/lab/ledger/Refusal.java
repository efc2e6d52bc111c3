package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// The eldest mirror alive would not become master and deleted its copy (F-04).
record Refusal(Moment moment, Happening.PromotionRefused happening, MessageSet reached, List<ReplicaPicture> replicas)
        implements
            Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture picture = ledger.picture();
        String node = happening.mirror().node().shortName();
        String master = happening.lostMaster().node().shortName();
        MessageSet lost = lostFromMemory(ledger, reached);
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of(Reason.key("cause.refusal.decision", happening.isDefault()), node, happening.key(),
                happening.value()));
        explanation.add(Sentence.of("cause.refusal.deleted", node, happening.deleted()));
        explanation.add(Sentence.of("cause.refusal.return", queue().name(), master));
        explanation.addAll(Reason.states(replicas, picture));
        CauseCard card = card("refusal", Sentence.of("cause.refusal.title", node, queue().name()), explanation,
                List.of("F-04", "F-02", "F-36"), lost);
        return withLoss(card, ledger, List.of(Sentence.of("cause.loss.no-disk", picture.runs(lost), master)),
                List.of("F-04", "N-09", "N-33"));
    }
}
