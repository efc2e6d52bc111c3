package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.NodePicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// A frozen replica holds back the confirms of everything that was sent to it (P-18).
///
/// @param messages
///            sent to it so far while it was frozen
record HeldConfirms(Moment moment, QueuePicture picture, ReplicaId frozen, MessageSet messages, Sentence placement)
        implements
            Reason {

    @Override
    public QueueName queue() {
        return picture.name();
    }

    HeldConfirms with(MessageSet more) {
        return new HeldConfirms(moment, picture, frozen, messages.union(more), placement);
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture now = ledger.picture();
        String node = frozen.node().shortName();
        MessageSet waiting = messages
                .intersection(ledger.account(queue()).map(each -> each.of(Word.WAITING)).orElse(MessageSet.EMPTY));
        MessageSet confirmed = ledger.confirmed(messages);
        if (waiting.isEmpty() && confirmed.isEmpty()) {
            return List.of(); // nobody asked
        }
        String all = Reason.names(
                picture.replicas().stream().filter(ReplicaPicture::isAlive).map(ReplicaPicture::node).toList());
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of("cause.held.decision", now.runs(messages), all, node));
        if (!waiting.isEmpty()) {
            explanation.add(Sentence.of("cause.held.waiting", now.runs(waiting)));
        }
        if (!confirmed.isEmpty()) {
            Optional<NodePicture> life = now.node(frozen.node())
                    .filter(each -> each.isAlive() && each.incarnation() == frozen.incarnation());
            explanation.add(Sentence.of(life.isPresent() ? "cause.held.resumed" : "cause.held.gone",
                    now.runs(confirmed), node));
        }
        explanation.add(placement);
        explanation.addAll(Reason.statesNow(picture.replicas(), now));
        return List.of(card("held", Sentence.of("cause.held.title", queue().name(), node), explanation,
                List.of("P-18", "F-24", "P-30"), MessageSet.EMPTY));
    }
}
