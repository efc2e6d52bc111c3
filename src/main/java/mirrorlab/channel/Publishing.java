package mirrorlab.channel;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;

/// A channel's publishes: their numbers, where they go, and what the client hears of them (P-04, P-18 to P-25).
final class Publishing {
    private static final int BASIC = 60;
    private static final int PUBLISH = 40;

    private final ChannelOutput out;
    private final String vhost;
    private final Directory directory;
    private final ConfirmTracker confirms = new ConfirmTracker();
    private long sequence;
    private long confirmsFrom;
    private boolean confirmMode;

    Publishing(ChannelOutput out, String vhost, Directory directory) {
        this.out = out;
        this.vhost = vhost;
        this.directory = directory;
    }

    void selectConfirms(boolean noWait) {
        if (!confirmMode) {
            confirmMode = true;
            confirmsFrom = sequence;
            out.happened(new Happening.ConfirmsSelected(out.id.node(), out.id, sequence + 1));
        }
        if (!noWait) {
            out.event(new ClientEvent.ConfirmSelectOk());
        }
    }

    void publish(ClientMethod.BasicPublish publish) {
        long number = ++sequence;
        if (!publish.exchange().isEmpty()) {
            out.fail(404, "NOT_FOUND - no exchange '" + publish.exchange() + "' in vhost '" + vhost + "'", BASIC,
                    PUBLISH);
            return;
        }
        Message message = new Message(new MessageId(out.id, number), publish.exchange(), publish.routingKey(),
                publish.persistent(), publish.properties(), publish.body());
        QueueName queue = new QueueName(vhost, publish.routingKey());
        QueueRecord record = directory.record(queue);
        if (record == null || record.down()) {
            unroutable(publish.mandatory(), message); // P-25, N-06
            return;
        }
        List<ReplicaId> replicas = new ArrayList<>();
        for (ReplicaId each : record.replicas()) {
            if (directory.isAlive(each)) {
                replicas.add(each);
            }
        }
        if (replicas.isEmpty()) { // P-24
            out.report.unstored(queue, "refused", number);
            if (confirmMode) {
                confirms.nackNow(number);
            }
            return;
        }
        if (confirmMode) {
            confirms.expect(number, queue, replicas);
        }
        for (ReplicaId each : replicas) { // P-04
            out.report.sent(queue, each, publish.persistent(), number);
            out.send(new QueueMessage.DirectCopy(each, message, confirmMode, !each.equals(record.master())));
        }
    }

    private void unroutable(boolean mandatory, Message message) {
        long number = message.id().sequence();
        out.report.unstored(null, "unroutable", number);
        if (mandatory) {
            out.report.answered("returned", number);
            out.event(new ClientEvent.Returned(312, "NO_ROUTE", message));
        }
        if (confirmMode) {
            confirms.confirmNow(number);
        }
    }

    /// Tells the client what has been settled since the last time.
    void answer() {
        for (ConfirmTracker.Answered each : confirms.take()) {
            each.all().forEach(one -> out.report.answered(each.confirmed() ? "confirmed" : "nacked", one));
            long number = each.sequence() - confirmsFrom;
            out.event(each.confirmed()
                    ? new ClientEvent.Confirmed(number, each.multiple())
                    : new ClientEvent.Nacked(number, each.multiple()));
        }
    }

    void on(QueueMessage.Confirm confirm) {
        for (Interval each : confirm.messages().intervals()) {
            confirms.confirmedBy(confirm.by(), each.first(), Math.min(each.last(), sequence));
        }
    }

    void on(QueueMessage.Refused refused) {
        for (Interval each : refused.messages().intervals()) {
            confirms.refused(each.first(), Math.min(each.last(), sequence));
        }
    }

    void queueDeleted(QueueName queue) {
        confirms.queueDeleted(queue);
    }

    void replicaGone(ReplicaId replica) {
        confirms.gone(replica);
    }
}
