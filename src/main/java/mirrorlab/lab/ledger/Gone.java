package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// A transient queue without mirrors went with its node (N-05).
record Gone(Moment moment, Happening.QueueRemoved happening, QueuePicture picture, MessageSet reached,
        Sentence placement) implements Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        MessageSet lost = lost(ledger, reached);
        Sentence why = Sentence.of("cause.gone.decision", queue().name(), picture.master().node().shortName());
        List<Sentence> explanation = new ArrayList<>(List.of(why, placement));
        explanation.addAll(Reason.states(picture.replicas(), ledger.picture()));
        CauseCard card = card("down", Sentence.of("cause.gone.title", queue().name()), explanation, List.of("N-05"),
                lost);
        return withLoss(card, ledger, List.of(why), List.of("N-05"));
    }
}
