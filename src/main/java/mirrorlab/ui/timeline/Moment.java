package mirrorlab.ui.timeline;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.NodePicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// The cluster after the first `entries` entries of the recording: its picture, its account, its reasons. A live moment moves
/// on; look at it on the JavaFX thread and keep nothing but the records it gives.
///
/// @param columns nodes in the order of the cluster file, then nodes that came later
/// @param startMillis time of the first entry, 0 when there is none
public record Moment(int entries, Ledger ledger, List<NodeName> columns, long startMillis) {

    public ClusterPicture picture() {
        return ledger.picture();
    }

    public long millis() {
        return picture().clock() >>> 16;
    }

    public long elapsedMillis() {
        return startMillis == 0 ? 0 : millis() - startMillis;
    }

    public List<NodePicture> nodes() {
        return picture().nodes();
    }

    public long nodesUp() {
        return nodes().stream().filter(node -> node.state() == NodePicture.State.RUNNING).count();
    }

    public Optional<QueuePicture> queue(QueueName name) {
        return picture().queue(name);
    }

    public List<QueueName> queues() {
        return picture().queues().stream().map(QueuePicture::name).toList();
    }

    public Optional<QueueAccount> account(QueueName queue) {
        return ledger.account(queue);
    }

    /// The decision of the newest happening that has a reason, before what it cost; not of one that is over.
    public Optional<CauseCard> newestCause() {
        return causes().stream().filter(each -> !isOver(each))
                .reduce((newest, each) -> each.entry() > newest.entry() ? each : newest);
    }

    /// It speaks of a state, and that has ended: the queue is served again, or what waited goes on.
    public boolean isOver(CauseCard card) {
        return switch (card.kind()) {
            case "down", "refusal", "all-stopped", "nacked", "block" ->
                queue(card.queue()).filter(each -> each.state() == QueuePicture.State.RUNNING).isPresent();
            case "held" -> card.explanation().stream().noneMatch(each -> each.key().equals("cause.held.waiting"));
            default -> false;
        };
    }

    /// Newest last.
    public List<CauseCard> causes() {
        return ledger.cards();
    }
}
