package mirrorlab.channel;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.channel.Deliveries.Unsettled;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Outcome;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;

/// Acknowledgements, rejections and requeues of one channel (F-14, F-22), in a transaction only when that is committed.
final class Settling {
    private final ChannelOutput out;
    private final Directory directory;
    private final Deliveries deliveries;
    private final Transaction transaction;

    Settling(ChannelOutput out, Directory directory, Deliveries deliveries, Transaction transaction) {
        this.out = out;
        this.directory = directory;
        this.deliveries = deliveries;
        this.transaction = transaction;
    }

    void settle(long tag, boolean multiple, Outcome outcome, int methodId) {
        List<Unsettled> taken = deliveries.take(tag, multiple);
        if (taken == null) {
            out.fail(406, "PRECONDITION_FAILED - unknown delivery tag " + Long.toUnsignedString(tag), 60, methodId);
        } else if (transaction.isSelected()) {
            transaction.add(taken, outcome);
        } else {
            settle(taken, outcome);
        }
    }

    /// Also in a transaction at once; what it has acknowledged is not among them.
    void recover(boolean answered) {
        settle(deliveries.takeAll(), Outcome.REQUEUE);
        if (answered) {
            out.event(new ClientEvent.RecoverOk());
        }
    }

    void settle(List<Unsettled> taken, Outcome outcome) {
        deliveries.settled(taken);
        Deliveries.byQueue(taken).forEach((queue, positions) -> {
            QueueRecord record = directory.record(queue);
            if (record != null && directory.isAlive(record.master())) {
                if (outcome != Outcome.REQUEUE) {
                    oldTags(taken, queue, record.master());
                }
                out.send(new QueueMessage.Settle(record.master(), out.id, List.copyOf(positions), outcome));
            }
        });
    }

    /// F-22: a tag of an earlier master names a position, whatever is there now.
    private void oldTags(List<Unsettled> taken, QueueName queue, ReplicaId master) {
        List<Long> positions = new ArrayList<>();
        List<MessageId> meant = new ArrayList<>();
        for (Unsettled each : taken) {
            if (!each.by().equals(master) && each.queue().equals(queue)) {
                positions.add(each.position());
                meant.add(each.message());
            }
        }
        if (!positions.isEmpty()) {
            out.send(new QueueMessage.OldTags(master, out.id, positions, meant));
        }
    }
}
