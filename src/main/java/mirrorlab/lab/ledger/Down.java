package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Nobody serves the queue any more: its only node is down (N-06), or no replica is left (F-25).
record Down(Moment moment, QueuePicture picture, MessageSet reached, Sentence placement) implements Reason {

    @Override
    public QueueName queue() {
        return picture.name();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture now = ledger.picture();
        String master = picture.master().node().shortName();
        boolean mirrored = picture.isMirrored();
        boolean ghost = mirrored && !picture.record().durable();
        MessageSet lost = lostFromMemory(ledger, reached);
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(
                Sentence.of(mirrored ? "cause.down.no-replica" : "cause.down.not-mirrored", queue().name(), master));
        explanation.add(ghost
                ? Sentence.of("cause.down.ghost", queue().name())
                : Sentence.of("cause.down.return", queue().name(), master));
        explanation.add(placement);
        explanation.addAll(Reason.states(picture.replicas(), now));
        List<String> rules = ghost
                ? List.of("F-28", "F-25")
                : mirrored ? List.of("F-25", "F-29", "F-36") : List.of("N-06", "N-09");
        CauseCard card = card("down", Sentence.of("cause.down.title", queue().name()), explanation, rules, lost);
        return withLoss(card, ledger, List.of(Sentence.of("cause.loss.no-disk", now.runs(lost), master)),
                ghost ? List.of("F-28", "N-33") : List.of("N-09", "N-33"));
    }
}
