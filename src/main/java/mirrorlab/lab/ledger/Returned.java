package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// A node is back and deletes its copy of a queue that another node leads now (N-11).
///
/// @param held
///            what its last life is known to have had on its disk
/// @param lost
///            of these, what nobody else had
record Returned(Moment moment, Happening.CopyDiscarded happening, MessageSet held, MessageSet lost,
        QueuePicture picture, PolicyKey syncMode) implements Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture now = ledger.picture();
        String node = happening.node().shortName();
        Object copy = held.count() == happening.messages() ? now.runs(held) : Reason.count(happening.messages());
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of("cause.returned.decision", node, copy, picture.master().node().shortName()));
        if (!lost.isEmpty()) {
            explanation.add(Sentence.of("cause.returned.lost", now.runs(lost), node));
        }
        explanation.add(Sentence.of(syncMode.isAutomatic() ? "cause.returned.automatic" : "cause.returned.manual",
                syncMode.sentence()));
        explanation.addAll(Reason.statesNow(picture.replicas(), now));
        return List.of(card("return", Sentence.of("cause.returned.title", node, queue().name()), explanation,
                List.of("N-11", "F-06", syncMode.isAutomatic() ? "S-21" : "S-22"), lost));
    }
}
