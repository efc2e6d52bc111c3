package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.clients.LabClient.ConsumerSettings;
import mirrorlab.lab.report.Runs;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// A consumer of the lab: what came since the last look and what is not acknowledged yet. One that reconnects subscribes
/// again, at another node when its own is gone.
final class Subscriber {
    /// Bodies that nobody looked at; older ones are forgotten.
    private static final int MOST_FRESH = 1_000_000;
    private final Stage stage;
    private final Subscription subscription;
    private final String queueKey;
    private final Home home;
    private final Pause pause = new Pause();
    private final List<String> fresh = new ArrayList<>();
    private final List<String> freshRedelivered = new ArrayList<>();
    private final List<Delivery> unacknowledged = new ArrayList<>();
    private final SeenBodies seen = new SeenBodies();
    private final RateMeter rate = new RateMeter(System.nanoTime());
    private ConsumerSettings settings;
    private Link link;
    private long delivered;
    private long redelivered;
    private long twice;
    private long acknowledged;
    private int working;
    private boolean cancelledByClient;
    private boolean cancelledByServer;
    private @Nullable ShutdownSignalException shutdown;

    /// What it subscribed to, under which name, and whether it does so again after a loss.
    record Subscription(String name, QueueName queue, boolean exclusive, Map<String, Object> arguments,
            boolean reconnects) {}

    /// One message that the client has not acknowledged.
    record Delivery(long tag, String body) {}

    /// Connects and subscribes.
    static Subscriber open(Stage stage, Subscription subscription, ConsumerSettings settings, NodeName node,
            double seconds) throws StepFault {
        Subscriber subscriber = new Subscriber(stage, subscription, settings, node, seconds);
        try {
            subscriber.attach(subscriber.link(), seconds);
        } catch (StepFault fault) {
            subscriber.stop();
            throw fault;
        }
        return subscriber;
    }

    private Subscriber(Stage stage, Subscription subscription, ConsumerSettings settings, NodeName node,
            double seconds) throws StepFault {
        this.stage = stage;
        this.subscription = subscription;
        this.settings = settings;
        queueKey = Tally.key(subscription.queue().vhost(), subscription.queue().name());
        home = new Home(stage, subscription.name(), subscription.queue().vhost(), "consumer " + subscription.name(),
                pause, node);
        link = home.open(seconds);
    }

    private void attach(Link fresh, double seconds) throws StepFault {
        ConsumerSettings now = settings();
        fresh.connection().addShutdownListener(cause -> connectionEnded(fresh, cause));
        fresh.ask(seconds, () -> {
            fresh.channel().basicQos(now.prefetch());
            return fresh.channel().basicConsume(subscription.queue().name(), now.ack().equals("auto"),
                    subscription.name(), false, subscription.exclusive(), subscription.arguments(),
                    new Receiver(fresh, now.ack()));
        });
    }

    synchronized Link link() {
        return link;
    }

    String tag() {
        return subscription.name();
    }

    synchronized ConsumerSettings settings() {
        return settings;
    }

    /// Takes what one connection gets.
    private final class Receiver extends DefaultConsumer {
        private final Link from;
        private final String ack;

        Receiver(Link from, String ack) {
            super(from.channel());
            this.from = from;
            this.ack = ack;
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
            String name = Body.name(body);
            take(envelope, name, ack.equals("manual"));
            if (!ack.equals("manual")) {
                boolean settled = ack.equals("auto");
                try {
                    work();
                    settled = settled || acknowledge(envelope.getDeliveryTag());
                } finally {
                    done(name, settled);
                }
            }
        }

        /// Where the node died just now the connection is about to end; were that thrown here, the library would close it, and
        /// nobody would take it for lost.
        private boolean acknowledge(long tag) {
            try {
                if (!from.isOpen()) {
                    return false;
                }
                getChannel().basicAck(tag, false);
                return true;
            } catch (IOException | ShutdownSignalException e) {
                return false;
            }
        }

        @Override
        public void handleCancelOk(String tag) {
            synchronized (Subscriber.this) {
                cancelledByClient = true;
            }
            home.cancelled(false);
        }

        @Override
        public void handleCancel(String tag) {
            synchronized (Subscriber.this) {
                cancelledByServer = true;
            }
            home.cancelled(true);
            if (subscription.reconnects()) {
                again(from, false);
            }
        }
    }

    private synchronized void take(Envelope envelope, String name, boolean manual) {
        if (fresh.size() < MOST_FRESH) {
            fresh.add(name);
            if (envelope.isRedeliver()) {
                freshRedelivered.add(name);
            }
        }
        delivered++;
        redelivered += envelope.isRedeliver() ? 1 : 0;
        twice += seen.add(name) ? 0 : 1;
        rate.count(System.nanoTime());
        if (manual) {
            unacknowledged.add(new Delivery(envelope.getDeliveryTag(), name));
        } else {
            working++;
        }
    }

    /// On one message, as long as the settings say and no longer than the connection lasts.
    private void work() {
        long until = System.nanoTime() + (long) (settings().delay() * 1e9);
        try {
            while (!pause.awaitTurn(until) && !pause.isStopped() && link().isOpen()) {
                until = Math.min(until, System.nanoTime() + (long) (settings().delay() * 1e9));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void done(String name, boolean settled) {
        working--;
        if (settled) {
            acknowledged++;
            stage.tally().settled(queueKey, name);
        }
    }

    private void connectionEnded(Link from, ShutdownSignalException cause) {
        synchronized (this) {
            if (from != link || pause.isStopped() || cause.isInitiatedByApplication()) {
                return;
            }
            shutdown = cause;
        }
        home.lost(ClientFaults.of(cause));
        pause.wake();
        if (subscription.reconnects()) {
            again(from, true);
        }
    }

    /// Subscribes once more on a connection of its own.
    private void again(Link old, boolean elsewhere) {
        Thread.ofVirtual().name("lab-consumer").start(() -> {
            try {
                old.abort();
                Link found = home.find(elsewhere, this::move);
                if (found != null && pause.isStopped()) {
                    found.abort();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void move(Link fresh) throws StepFault {
        synchronized (this) {
            link = fresh;
            unacknowledged.clear();
            cancelledByServer = false;
            shutdown = null;
        }
        attach(fresh, 5);
    }

    /// @param node
    ///            null to stay
    void edit(ConsumerSettings wanted, @Nullable NodeName node) {
        Link old;
        boolean otherwise;
        synchronized (this) {
            otherwise = wanted.prefetch() != settings.prefetch() || !wanted.ack().equals(settings.ack())
                    || node != null && !node.equals(home.node());
            settings = wanted;
            old = link;
        }
        if (node != null) {
            home.move(node);
        }
        pause.wake();
        if (otherwise) {
            again(old, false);
        }
    }

    void pause(boolean wanted) {
        pause.pause(wanted);
    }

    void stop() {
        pause.stop();
        link().abort();
    }

    /// Closes its connection in good order.
    void close() {
        pause.stop();
        link().close();
    }

    /// Is it in the midst of work that goes on by itself?
    synchronized boolean isWorking() {
        return working > 0 && settings.delay() > 0 && !pause.isPaused();
    }

    synchronized boolean isCancelled() {
        return cancelledByClient || cancelledByServer;
    }

    Channel channel() {
        return link().channel();
    }

    /// Takes the oldest deliveries out of the unacknowledged ones.
    synchronized List<Delivery> takeOldest(int count) {
        List<Delivery> oldest = unacknowledged.subList(0, Math.min(count, unacknowledged.size()));
        List<Delivery> taken = List.copyOf(oldest);
        oldest.clear();
        return taken;
    }

    void settled(List<Delivery> deliveries) {
        synchronized (this) {
            acknowledged += deliveries.size();
        }
        deliveries.forEach(each -> stage.tally().settled(queueKey, each.body()));
    }

    synchronized LabClient.Consumer card() {
        return new LabClient.Consumer(subscription.name(), subscription.queue(), home.standing(), settings, delivered,
                redelivered, twice, acknowledged, unacknowledged.size() + working, rate.perSecond(System.nanoTime()));
    }

    /// What an `observe` says of this client; forgets what it has told.
    synchronized ObjectNode look() {
        ObjectNode told = JsonNodeFactory.instance.objectNode().put("new_deliveries", fresh.size());
        told.set("bodies", Runs.json(fresh));
        told.set("redelivered", Runs.json(freshRedelivered));
        told.put("unacknowledged_at_client", unacknowledged.size()).put("cancelled_by_server", cancelledByServer);
        if (shutdown == null) {
            told.put("connection", "open");
        } else {
            told.set("connection", ClientFaults.of(shutdown).error());
        }
        fresh.clear();
        freshRedelivered.clear();
        return told;
    }
}
