package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// A queue answers nobody while it synchronises (S-13).
///
/// @param outcome
///            as {@link Happening.SyncEnded} tells it; empty while it runs
/// @param lost
///            nodes whose mirrors were lost while it ran
record Block(Moment moment, Happening.SyncStarted sync, String outcome, PolicyKey syncMode, List<NodeName> lost,
        List<ReplicaPicture> replicas) implements Reason {

    static Block of(Moment moment, Happening.SyncStarted sync, QueuePicture queue, ClusterPicture picture) {
        return new Block(moment, sync, "", PolicyKey.syncMode(queue, picture), List.of(), queue.replicas());
    }

    Block ended(String how) {
        return new Block(moment, sync, how, syncMode, lost, replicas);
    }

    Block without(NodeName mirror) {
        return new Block(moment, sync, outcome, syncMode,
                Stream.concat(lost.stream(), Stream.of(mirror)).distinct().toList(), replicas);
    }

    @Override
    public QueueName queue() {
        return sync.queue();
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        List<NodeName> targets = sync.mirrors().stream().map(ReplicaId::node).sorted().toList();
        List<NodeName> left = targets.stream().filter(each -> !lost.contains(each)).toList();
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(sync.automatic()
                ? Sentence.of("cause.block.automatic")
                : syncMode.isAutomatic()
                        ? Sentence.of("cause.block.command")
                        : Sentence.of("cause.block.manual", syncMode.sentence()));
        explanation
                .add(Sentence.of("cause.block.copying", sync.total(), Reason.names(targets), sync.batchSize()));
        if (!lost.isEmpty()) {
            explanation.add(left.isEmpty()
                    ? Sentence.of("cause.block.mirror-lost.last", Reason.names(lost))
                    : Sentence.of("cause.block.mirror-lost", Reason.names(lost), Reason.names(left)));
        }
        if (!outcome.isEmpty()) {
            explanation.add(Sentence.of("cause.block.ended." + outcome));
        }
        explanation.addAll(Reason.statesNow(replicas, ledger.picture()));
        List<String> rules = new ArrayList<>(List.of("S-13", "S-08"));
        if (sync.automatic()) {
            rules.add("S-21");
        }
        if (!lost.isEmpty()) {
            rules.add("S-18");
        }
        return List.of(card("block", Sentence.of("cause.block.title", queue().name()), explanation, rules,
                MessageSet.EMPTY));
    }
}
