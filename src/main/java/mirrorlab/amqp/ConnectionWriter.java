package mirrorlab.amqp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import mirrorlab.amqp.wire.EventWriter;
import mirrorlab.amqp.wire.FrameWriter;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;

/// Writes what waits for one client: takes all that is there, writes it, flushes once, and tells the core how many
/// deliveries are on their way. Sends a heartbeat when nothing else was sent for half the negotiated time, as
/// RabbitMQ does.
final class ConnectionWriter {
    private static final long WITHOUT_HEARTBEATS = TimeUnit.HOURS.toNanos(1);

    private final AmqpConnection connection;
    private final ClientSocket socket;
    private final Outgoing outgoing;
    private final Thread thread;
    private volatile long heartbeatNanos;

    ConnectionWriter(AmqpConnection connection, ClientSocket socket, Outgoing outgoing) {
        this.connection = connection;
        this.socket = socket;
        this.outgoing = outgoing;
        this.thread = Thread.ofPlatform().daemon()
                .name("node-" + connection.settings().node() + "-amqp-write-" + connection.id()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// @param seconds
    ///            0 for no heartbeats
    void heartbeat(int seconds) {
        heartbeatNanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    void awaitEnd(long time, TimeUnit unit) throws InterruptedException {
        thread.join(unit.toMillis(time));
    }

    void interrupt() {
        thread.interrupt();
    }

    private void run() {
        try {
            write(new EventWriter(new FrameWriter(socket.out(), connection.settings().frameMax())));
        } catch (IOException _) {
            connection.breakOff("client unexpectedly closed TCP connection");
        } catch (InterruptedException _) {
            connection.breakOff("the node ends");
        }
    }

    private void write(EventWriter out) throws IOException, InterruptedException {
        var batch = new ArrayList<Outbound>();
        while (outgoing.take(batch, heartbeatNanos > 0 ? heartbeatNanos / 2 : WITHOUT_HEARTBEATS)) {
            connection.frozen().pass();
            if (batch.isEmpty() && heartbeatNanos > 0) {
                out.heartbeat();
            }
            for (var item : batch) {
                write(out, item);
            }
            out.flush();
            outgoing.written(batch);
            report(batch);
            batch.clear();
        }
    }

    private static void write(EventWriter out, Outbound item) throws IOException {
        switch (item) {
            case Outbound.Told(var channel, var event) -> out.write(channel, event);
            case Outbound.Reply(var channel, var method) -> out.reply(channel, method);
            case Outbound.Raw(var bytes) -> out.raw(bytes);
            case Outbound.FrameMax(var bytes) -> out.frameMax(bytes);
        }
    }

    private void report(List<Outbound> batch) throws InterruptedException {
        var counts = new TreeMap<Integer, Integer>();
        for (var item : batch) {
            if (item instanceof Outbound.Told(var channel, ClientEvent.Delivered _)) {
                counts.merge(channel, 1, Integer::sum);
            }
        }
        for (var entry : counts.entrySet()) {
            connection.post(new Input.DeliveriesWritten(connection.id(), entry.getKey(), entry.getValue()));
        }
    }
}
