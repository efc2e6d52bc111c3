package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// A cleanly stopping master made all unsynchronised mirrors delete their copies (F-08).
record AllStopped(Moment moment, Happening.MirrorsTerminated happening, MessageSet reached,
        List<ReplicaPicture> replicas)
        implements
            Reason {

    @Override
    public QueueName queue() {
        return happening.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture picture = ledger.picture();
        String master = happening.master().node().shortName();
        String mirrors = Reason.names(happening.mirrors().stream().map(ReplicaId::node).toList());
        MessageSet lost = lostFromMemory(ledger, reached);
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of(Reason.key("cause.all-stopped.decision", happening.isDefault()), master, mirrors,
                happening.key(), happening.value()));
        explanation.add(Sentence.of("cause.all-stopped.return", queue().name(), master, happening.kept()));
        explanation.addAll(Reason.states(replicas, picture));
        CauseCard card = card("all-stopped", Sentence.of("cause.all-stopped.title", queue().name()), explanation,
                List.of("F-08", "F-07", "F-29"), lost);
        return withLoss(card, ledger, List.of(Sentence.of("cause.loss.no-disk", picture.runs(lost), master)),
                List.of("F-08", "N-09", "N-33"));
    }
}
