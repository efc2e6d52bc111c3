package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Nobody takes what is published to a queue that has no living replica (P-24).
///
/// @param messages
///            that nobody took so far, while the queue is down
/// @param decided
///            the key because of which no mirror is master
record Nacked(Moment moment, QueuePicture picture, MessageSet messages, Optional<Sentence> decided) implements Reason {

    @Override
    public QueueName queue() {
        return picture.name();
    }

    Nacked with(MessageSet more) {
        return new Nacked(moment, picture, messages.union(more), decided);
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture now = ledger.picture();
        MessageSet nacked = messages
                .intersection(ledger.account(queue()).map(each -> each.of(Word.NACKED)).orElse(MessageSet.EMPTY));
        MessageSet silent = messages
                .intersection(ledger.account(queue()).map(each -> each.of(Word.NOT_ASKED)).orElse(MessageSet.EMPTY));
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of("cause.nacked.decision", now.runs(messages), queue().name()));
        decided.ifPresent(key -> explanation.add(Sentence.of("cause.nacked.why", key)));
        if (!nacked.isEmpty()) {
            explanation.add(Sentence.of("cause.nacked.told", now.runs(nacked)));
        }
        if (!silent.isEmpty()) {
            explanation.add(Sentence.of("cause.nacked.silent", now.runs(silent)));
        }
        explanation.addAll(Reason.states(picture.replicas(), now));
        return List.of(card("nacked", Sentence.of("cause.nacked.title", queue().name()), explanation,
                List.of("P-24", "P-22", "F-25"), MessageSet.EMPTY));
    }
}
