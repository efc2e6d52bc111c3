package mirrorlab.ui.panels;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// What is seen of a queue as the step `expect`: played again, the scenario finds the same or says what differs.
final class Seen {
    private Seen() {}

    /// Empty when the queue is not there.
    static Optional<Step> of(Moment moment, QueueName name) {
        return moment.queue(name).map(queue -> {
            Step step = Step.of("expect").with("queue", name.name());
            if (!name.vhost().equals("/")) {
                step = step.with("vhost", name.vhost());
            }
            return lost(living(step, queue), moment, name);
        });
    }

    private static Step living(Step step, QueuePicture queue) {
        Optional<ReplicaPicture> master = queue.masterReplica();
        if (master.isEmpty()) {
            return step.with("state", "down");
        }
        ReplicaPicture told = master.get();
        Step expected = step.with("master", queue.master().node().shortName());
        if (queue.isMirrored()) {
            List<ReplicaPicture> mirrors = queue.livingMirrors();
            expected = expected.with("mirrors", names(mirrors)).with("synchronised", names(mirrors.stream()
                    .filter(each -> each.sync() == ReplicaPicture.Sync.SYNCHRONISED).toList()));
        }
        return expected.with("messages", told.depth()).with("ready", told.readyCount()).with("unacknowledged",
                told.unacknowledgedCount());
    }

    private static List<String> names(List<ReplicaPicture> replicas) {
        return replicas.stream().map(ReplicaPicture::node).map(NodeName::shortName).toList();
    }

    private static Step lost(Step step, Moment moment, QueueName name) {
        return moment.account(name).map(account -> {
            MessageSet lost = account.of(Fate.LOST);
            return step.with("lost", moment.picture().names().reportRuns(lost)).with("lost_although_confirmed",
                    account.lostAlthoughConfirmed().count());
        }).orElse(step);
    }
}
