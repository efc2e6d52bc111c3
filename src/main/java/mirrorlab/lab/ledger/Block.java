package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// A queue answers nobody while it synchronises (S-13).
///
/// @param outcome
///            as {@link Happening.SyncEnded} tells it; empty while it runs
record Block(Moment moment, Happening.SyncStarted sync, String outcome) implements Reason {

    @Override
    public QueueName queue() {
        return sync.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of(sync.automatic() ? "cause.block.automatic" : "cause.block.command"));
        explanation.add(Sentence.of("cause.block.copying", sync.total(),
                Reason.names(sync.mirrors().stream().map(ReplicaId::node).sorted().toList()), sync.batchSize()));
        if (!outcome.isEmpty()) {
            explanation.add(Sentence.of("cause.block.ended." + outcome));
        }
        List<String> rules = sync.automatic() ? List.of("S-13", "S-08", "S-21") : List.of("S-13", "S-08");
        return List.of(
                card("block", Sentence.of("cause.block.title", queue().name()), explanation, rules, MessageSet.EMPTY));
    }
}
