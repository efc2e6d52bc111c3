package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.QueueName;

/// An acknowledgement with a tag from before the failover removed another message (F-22).
record OldTags(Moment moment, Happening.OldTagsSettled happening, List<ReplicaPicture> replicas) implements Reason {

    boolean goesOn(Happening.OldTagsSettled now) {
        return now.master().equals(happening.master()) && now.channel().equals(happening.channel());
    }

    OldTags with(Happening.OldTagsSettled more) {
        return new OldTags(moment, new Happening.OldTagsSettled(queue(), happening.master(), happening.channel(),
                happening.meant().union(more.meant()), happening.hit().union(more.hit())), replicas);
    }

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture now = ledger.picture();
        String master = happening.master().node().shortName();
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of("cause.old-tags.decision", now.runs(happening.meant()), master,
                now.runs(happening.hit())));
        explanation.add(Sentence.of("cause.old-tags.why", master));
        explanation.addAll(Reason.statesNow(replicas, now));
        return List.of(card("loss", Sentence.of("cause.old-tags.title", queue().name()), explanation,
                List.of("F-22", "F-35"), happening.hit()));
    }
}
