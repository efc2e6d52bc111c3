package mirrorlab.lab.ledger;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// A client waits for a queue that has no living replica (F-25).
///
/// @param master
///            whose return would end it
record Waiting(Moment moment, Happening.ChannelWaits happening, NodeName master) implements Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        return List.of(card("block", Sentence.of("cause.waiting.title", queue().name()),
                List.of(Sentence.of("cause.waiting.decision", happening.node().shortName(), queue().name(),
                        master.shortName())),
                List.of("F-25", "F-21"), MessageSet.EMPTY));
    }
}
