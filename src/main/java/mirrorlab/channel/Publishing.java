package mirrorlab.channel;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.Routes;
import org.jspecify.annotations.Nullable;

/// A channel's publishes: what is refused, their numbers, where they go, and what the client hears of them (P-04, P-18 to P-28).
final class Publishing {
    private static final int BASIC = 60;
    private static final int PUBLISH = 40;

    private final ChannelOutput out;
    private final String vhost;
    private final Access access;
    private final Directory directory;
    private final Transaction transaction;
    private final ReplyConsumer replies;
    private final ConfirmTracker confirms = new ConfirmTracker();
    private final Credits credits = new Credits();
    private final FlowState flow;
    private PublishedContent content = PublishedContent.PLAIN;
    private long sequence;
    private long confirmsFrom;
    private boolean confirmMode;
    private boolean failed;

    private enum Sending {
        NO_QUEUE, SENT, NO_REPLICA
    }

    Publishing(ChannelOutput out, String vhost, Access access, Directory directory, Transaction transaction,
            ReplyConsumer replies) {
        this.out = out;
        this.vhost = vhost;
        this.access = access;
        this.directory = directory;
        this.transaction = transaction;
        this.replies = replies;
        flow = new FlowState(directory::now);
    }

    void selectConfirms(boolean noWait) {
        if (transaction.isSelected()) {
            out.fail(406, "PRECONDITION_FAILED - cannot switch from tx to confirm mode", 85, 10);
            return;
        }
        if (!confirmMode) {
            confirmMode = true;
            asked();
        }
        if (!noWait) {
            out.event(new ClientEvent.ConfirmSelectOk());
        }
    }

    boolean confirms() {
        return confirmMode;
    }

    /// How many publishes are not answered yet.
    int unconfirmed() {
        return confirms.count();
    }

    /// Does the client wait for credit, or did it a moment ago (P-30)?
    boolean isFlow() {
        return flow.isFlow();
    }

    boolean hasNews() {
        return flow.hasNews();
    }

    /// The journal is told what has no intervals.
    void report() {
        if (flow.tell()) {
            out.happened(new Happening.ChannelFlow(out.id.node(), out.id, flow.isFlow()));
        }
    }

    void selectTransaction() {
        if (confirmMode) {
            out.fail(406, "PRECONDITION_FAILED - cannot switch from confirm to tx mode", 90, 10);
            return;
        }
        if (!transaction.isSelected()) {
            transaction.select();
            asked();
        }
        out.event(new ClientEvent.TxSelectOk());
    }

    /// From here on the publisher wants the broker's word.
    private void asked() {
        confirmsFrom = sequence;
        out.happened(new Happening.ConfirmsSelected(out.id.node(), out.id, sequence + 1));
    }

    void publish(ClientMethod.BasicPublish publish) {
        String exchange = publish.exchange();
        if (!access.mayPublish(exchange)) {
            access.mayWrite(new ExchangeName(vhost, exchange), BASIC, PUBLISH);
            return;
        }
        if (!exchange.isEmpty() && !takesPublishes(new ExchangeName(vhost, exchange))) {
            return;
        }
        boolean isPlain = PublishedContent.isPlain(publish.properties());
        if (!isPlain && !content.given().equals(publish.properties())) { // most publishers send the same again and again
            content = PublishedContent.of(publish.properties());
        }
        String against = against(publish, isPlain ? PublishedContent.PLAIN : content);
        if (against != null) {
            fail(406, "PRECONDITION_FAILED - " + against);
        } else if (isPlain) {
            accept(publish, publish.properties(), route(publish, PublishedContent.PLAIN));
        } else {
            String address = DirectReply.QUEUE.equals(content.replyTo()) ? replies.address() : null;
            accept(publish, address == null ? content.forwarded() : content.repliedTo(address),
                    route(publish, content));
        }
    }

    private boolean takesPublishes(ExchangeName name) {
        Exchange exchange = directory.exchange(name);
        if (exchange == null) {
            fail(404, "NOT_FOUND - no " + name);
        } else if (exchange.internal()) {
            fail(403, "ACCESS_REFUSED - cannot publish to internal " + name);
        }
        return exchange != null && !exchange.internal();
    }

    private void fail(int code, String text) {
        out.fail(code, text, BASIC, PUBLISH);
    }

    private @Nullable String against(ClientMethod.BasicPublish publish, PublishedContent published) {
        if (DirectReply.QUEUE.equals(published.replyTo()) && replies.address() == null) {
            return "fast reply consumer does not exist";
        }
        if (published.userId() != null && !published.userId().equals(access.user())) {
            return "user_id property set to '" + published.userId() + "' but authenticated user was '" + access.user()
                    + "'";
        }
        String against = publish.expiration() == null ? null : Expiration.against(publish.expiration());
        return against == null ? published.refusal() : against;
    }

    private Routes route(ClientMethod.BasicPublish publish, PublishedContent published) {
        if (!published.otherKeys().isEmpty()) {
            return directory.route(new ExchangeName(vhost, publish.exchange()), published.keys(publish.routingKey()),
                    published::headers);
        }
        return publish.exchange().isEmpty()
                ? new Routes(List.of(new QueueName(vhost, publish.routingKey())), List.of())
                : directory.route(new ExchangeName(vhost, publish.exchange()), publish.routingKey(),
                        published::headers);
    }

    private void accept(ClientMethod.BasicPublish publish, Bytes properties, Routes routes) {
        if (transaction.isSelected()) {
            transaction.add(new Transaction.Publish(publish, properties, routes));
        } else {
            deliver(publish, properties, routes);
        }
    }

    private void deliver(ClientMethod.BasicPublish publish, Bytes properties, Routes routes) {
        List<QueueName> queues = routes.queues();
        long number = ++sequence;
        Message message = new Message(new MessageId(out.id, number), publish.exchange(), publish.routingKey(),
                publish.persistent(), publish.priority(), 0, properties, publish.body());
        boolean tracked = confirmMode || transaction.isSelected();
        boolean routed = false;
        boolean refused = false;
        for (int i = 0; i < queues.size(); i++) {
            Sending sending = deliver(message, queues.get(i), tracked);
            routed |= sending != Sending.NO_QUEUE;
            refused |= sending == Sending.NO_REPLICA;
        }
        if (!routed || !routes.through().isEmpty()) {
            out.report.routed(new ExchangeName(vhost, publish.exchange()), publish.routingKey(),
                    routed ? routes : new Routes(List.of(), routes.through()), number);
        }
        if (!routed) {
            unroutable(publish.mandatory(), message, tracked);
        } else if (refused && tracked) {
            confirms.nackNow(number);
        }
    }

    private Sending deliver(Message message, QueueName queue, boolean tracked) {
        QueueRecord record = directory.record(queue);
        if (record == null || record.down()) { // N-06
            return Sending.NO_QUEUE;
        }
        List<ReplicaId> replicas = new ArrayList<>();
        for (ReplicaId each : record.replicas()) {
            if (directory.isAlive(each)) {
                replicas.add(each);
            }
        }
        long number = message.id().sequence();
        if (replicas.isEmpty()) { // P-24
            out.report.unstored(queue, "refused", number);
            return Sending.NO_REPLICA;
        }
        if (tracked) {
            confirms.expect(number, queue, replicas);
        }
        for (ReplicaId each : replicas) { // P-04
            out.report.sent(queue, each, message.persistent(), number);
            boolean mirror = !each.equals(record.master());
            credits.sent(queue, each, mirror);
            out.send(new QueueMessage.DirectCopy(each, message, tracked, mirror));
        }
        return Sending.SENT;
    }

    /// P-25. A direct reply is one of these, too: it goes to no queue.
    private void unroutable(boolean mandatory, Message message, boolean tracked) {
        long number = message.id().sequence();
        if (message.exchange().isEmpty() && DirectReply.isAddress(message.routingKey())) {
            DirectReply reply = DirectReply.of(message.routingKey());
            if (reply != null) {
                out.add(new ChannelEffect.ToChannel(
                        new QueueMessage.DirectReplied(reply.channel(), reply.key(), message)));
            }
        }
        out.report.unstored(null, "unroutable", number);
        if (mandatory) {
            out.report.answered("returned", number, number);
            out.event(new ClientEvent.Returned(312, "NO_ROUTE", message));
        }
        if (tracked) {
            confirms.confirmNow(number);
        }
    }

    /// P-27: what was published goes out; {@link #answer} says when all of it is confirmed.
    void commit() {
        transaction.commit();
        transaction.takePublishes().forEach(each -> deliver(each.method(), each.properties(), each.routes()));
    }

    /// Tells the client what has been settled since the last time.
    void answer() {
        if (flow.isHeld() != credits.isExhausted()) { // P-30
            flow.held(credits.isExhausted());
            out.event(new ClientEvent.Flow(!flow.isHeld(), null));
        }
        for (ConfirmTracker.Answered each : confirms.take()) {
            each.all().forEach(
                    run -> out.report.answered(each.confirmed() ? "confirmed" : "nacked", run.first(), run.last()));
            failed |= !each.confirmed();
            if (!transaction.isSelected()) {
                long number = each.sequence() - confirmsFrom;
                out.event(each.confirmed()
                        ? new ClientEvent.Confirmed(number, each.multiple())
                        : new ClientEvent.Nacked(number, each.multiple()));
            }
        }
        if (transaction.isCommitting() && confirms.isEmpty()) {
            transaction.completed();
            if (failed) {
                out.fail(406, "PRECONDITION_FAILED - partial tx completion", 90, 20);
            } else {
                out.event(new ClientEvent.TxCommitOk());
            }
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
        credits.queueDeleted(queue);
        confirms.queueDeleted(queue);
    }

    void creditGiven(ReplicaId by, int count) {
        credits.given(by, count);
    }

    void replicaGone(ReplicaId replica) {
        credits.gone(replica);
        confirms.gone(replica);
    }
}
