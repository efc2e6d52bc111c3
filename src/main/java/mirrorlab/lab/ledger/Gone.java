package mirrorlab.lab.ledger;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// A transient queue without mirrors went with its node (N-05).
record Gone(Moment moment, Happening.QueueRemoved happening, NodeName node, MessageSet reached) implements Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        MessageSet lost = lost(ledger, reached);
        Sentence why = Sentence.of("cause.gone.decision", queue().name(), node.shortName());
        CauseCard card = card("down", Sentence.of("cause.gone.title", queue().name()), List.of(why), List.of("N-05"),
                lost);
        return withLoss(card, ledger, List.of(why), List.of("N-05"));
    }
}
