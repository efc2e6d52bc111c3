package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.report.Runs;
import org.jspecify.annotations.Nullable;

/// A consumer of the lab: what came since the last look and what is not acknowledged yet.
final class Subscriber extends DefaultConsumer {
    private final Link link;
    private final String ack;
    private final String queueKey;
    private final Tally tally;
    private final List<String> fresh = new ArrayList<>();
    private final List<String> freshRedelivered = new ArrayList<>();
    private final List<Delivery> unacknowledged = new ArrayList<>();
    private boolean cancelledByClient;
    private boolean cancelledByServer;
    private @Nullable ShutdownSignalException shutdown;

    /// One message that the client has not acknowledged.
    record Delivery(long tag, String body) {}

    /// @param ack
    ///            `manual`, `auto` or `on_receipt`
    Subscriber(Link link, String ack, String queueKey, Tally tally) {
        super(link.channel());
        this.link = link;
        this.ack = ack;
        this.queueKey = queueKey;
        this.tally = tally;
        link.connection().addShutdownListener(this::connectionEnded);
    }

    Link link() {
        return link;
    }

    @Override
    public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
            throws IOException {
        String name = Body.name(body);
        synchronized (this) {
            fresh.add(name);
            if (envelope.isRedeliver()) {
                freshRedelivered.add(name);
            }
            if (ack.equals("manual")) {
                unacknowledged.add(new Delivery(envelope.getDeliveryTag(), name));
            } else {
                tally.settled(queueKey, name);
            }
        }
        if (ack.equals("on_receipt")) {
            getChannel().basicAck(envelope.getDeliveryTag(), false);
        }
    }

    @Override
    public synchronized void handleCancelOk(String tag) {
        cancelledByClient = true;
    }

    synchronized boolean isCancelled() {
        return cancelledByClient || cancelledByServer;
    }

    @Override
    public synchronized void handleCancel(String tag) {
        cancelledByServer = true;
    }

    private synchronized void connectionEnded(ShutdownSignalException cause) {
        shutdown = cause;
    }

    /// Takes the oldest deliveries out of the unacknowledged ones.
    synchronized List<Delivery> takeOldest(int count) {
        List<Delivery> oldest = unacknowledged.subList(0, Math.min(count, unacknowledged.size()));
        List<Delivery> taken = List.copyOf(oldest);
        oldest.clear();
        return taken;
    }

    void settled(List<Delivery> deliveries) {
        deliveries.forEach(each -> tally.settled(queueKey, each.body()));
    }

    /// What an `observe` says of this client; forgets what it has told.
    synchronized ObjectNode look() {
        ObjectNode seen = JsonNodeFactory.instance.objectNode().put("new_deliveries", fresh.size());
        seen.set("bodies", Runs.json(fresh));
        seen.set("redelivered", Runs.json(freshRedelivered));
        seen.put("unacknowledged_at_client", unacknowledged.size()).put("cancelled_by_server", cancelledByServer);
        if (shutdown == null) {
            seen.put("connection", "open");
        } else {
            seen.set("connection", ClientFaults.of(shutdown).error());
        }
        fresh.clear();
        freshRedelivered.clear();
        return seen;
    }
}
