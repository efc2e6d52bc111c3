package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Deliveries that need no acknowledgement were on their way when their master was lost (F-23).
record CutOff(Moment moment, Happening.DeliveriesCutOff happening, MessageSet messages, List<ReplicaPicture> replicas)
        implements
            Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture now = ledger.picture();
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of("cause.cut-off.decision", now.runs(messages),
                happening.master().node().shortName(), happening.tag(), happening.node().shortName()));
        explanation.addAll(Reason.states(replicas, now));
        return List.of(card("loss",
                Sentence.of("cause.cut-off.title", messages.count(), queue().name()), explanation,
                List.of("F-23", "F-13"), messages));
    }
}
