package mirrorlab.amqp;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import mirrorlab.amqp.wire.ReplyCode;
import mirrorlab.broker.Effect;
import mirrorlab.node.ClientDoor;
import mirrorlab.node.Mailbox;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/// A node's AMQP 0-9-1 door on 127.0.0.1. {@link #deliver} and {@link #closeConnections} are called on the node's loop
/// thread and never block; the other methods are called by whoever runs the node.
public final class AmqpDoor implements ClientDoor {
    private static final String SHUTDOWN = ReplyCode.CONNECTION_FORCED
            .saying("broker forced connection closure with reason 'shutdown'");
    private static final long DEADLINE_PACE_MILLIS = 200;

    private final AmqpSettings settings;
    private final Surroundings surroundings;
    private final Listener listener;
    private final Gate frozen = new Gate();
    private final Map<Long, AmqpConnection> connections = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);

    /// @param core
    ///            gets what clients do. It may make the reading thread of a connection wait: that is how a node with too
    ///            many unprocessed publishes slows publishers down. It is never called on the loop thread
    /// @param accounts
    ///            asked at every login
    public AmqpDoor(AmqpSettings settings, Mailbox core, Accounts accounts) {
        this(settings, core, accounts, body -> body);
    }

    /// @param bodies
    ///            decides where the body of a published message is kept
    public AmqpDoor(AmqpSettings settings, Mailbox core, Accounts accounts, UnaryOperator<Bytes> bodies) {
        this.settings = settings;
        var log = LoggerFactory.getLogger("mirrorlab.amqp." + settings.node());
        this.surroundings = new Surroundings(settings, core, accounts, frozen, log, connections::remove, bodies);
        this.listener = new Listener(settings.node(), this::accepted);
    }

    /// Takes the port. Clients are refused until {@link #setServing}.
    ///
    /// @return the port
    /// @throws IOException
    ///             when it is in use, with a sentence for people
    public int start() throws IOException {
        var port = listener.reserve(settings.port());
        Thread.ofVirtual().name("node-" + settings.node() + "-amqp-deadlines").start(this::watchDeadlines);
        return port;
    }

    /// Opens or closes the port for new connections (N-10, F-34). Those that are open stay.
    public void setServing(boolean serving) {
        if (serving) {
            listener.open();
        } else {
            listener.close();
        }
    }

    @Override
    public void deliver(List<Effect.ToClient> events) {
        @Nullable
        AmqpConnection connection = null;
        for (var event : events) { // mostly in runs for the same client
            if (connection == null || connection.id() != event.connection()) {
                wake(connection);
                connection = connections.get(event.connection());
            }
            if (connection != null) {
                connection.tell(event.channel(), event.event());
            }
        }
        wake(connection);
    }

    private static void wake(@Nullable AmqpConnection connection) {
        if (connection != null) {
            connection.wake();
        }
    }

    @Override
    public void closeConnections(int replyCode, String text) {
        connections.values().forEach(connection -> connection.closeForced(replyCode, text));
    }

    /// How many sockets are open, those in the handshake included.
    public int connectionCount() {
        return connections.size();
    }

    /// The process is frozen: sockets stay, nothing is read, written or accepted.
    public void pause() {
        frozen.close();
    }

    public void resume() {
        frozen.open();
    }

    /// A clean end: whoever was not told yet gets connection.close 320 (N-02), and the time of the settings to answer.
    public void stop() {
        listener.end();
        frozen.open();
        closeConnections(ReplyCode.CONNECTION_FORCED.number(), SHUTDOWN);
        awaitEnds(settings.closeTimeout());
        kill();
    }

    /// The process has died: sockets break without a word, the core hears nothing more. Waits a moment for the threads
    /// to end.
    public void kill() {
        ended.countDown();
        listener.end();
        var open = new ArrayList<>(connections.values());
        open.forEach(AmqpConnection::kill);
        frozen.open();
        awaitEnds(Duration.ofSeconds(1));
    }

    private void accepted(SocketChannel socket) {
        try {
            frozen.pass();
            if (ended.getCount() == 0 || connections.size() >= settings.connectionMax()) {
                surroundings.log().warn("refusing AMQP connection from {}: {} connections are open, the limit is {}",
                        socket.getRemoteAddress(), connections.size(), settings.connectionMax());
                socket.close();
                return;
            }
            var connection = new AmqpConnection(lastId.incrementAndGet(), surroundings, new ClientSocket(socket));
            connections.put(connection.id(), connection);
            connection.start();
        } catch (IOException trouble) {
            surroundings.log().debug("an AMQP client went away at once", trouble);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void watchDeadlines() {
        try {
            while (!ended.await(DEADLINE_PACE_MILLIS, TimeUnit.MILLISECONDS)) {
                frozen.pass();
                var now = System.nanoTime();
                connections.values().forEach(connection -> connection.checkDeadline(now));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnds(Duration time) {
        var deadline = System.nanoTime() + time.toNanos();
        try {
            for (var connection : List.copyOf(connections.values())) {
                connection.awaitEnd(deadline - System.nanoTime());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
