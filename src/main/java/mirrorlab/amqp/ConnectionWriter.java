package mirrorlab.amqp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
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
    private final Outgoing outgoing;
    private final Thread thread;
    private final ClientSocket.Out socket;
    private final EventWriter out;
    /// Held from taking what waits to having written it.
    private final ReentrantLock turn = new ReentrantLock();
    private volatile long wroteAt = System.nanoTime();
    private volatile long heartbeatNanos;

    ConnectionWriter(AmqpConnection connection, ClientSocket socket, Outgoing outgoing) {
        this.connection = connection;
        this.outgoing = outgoing;
        this.socket = socket.out();
        this.out = new EventWriter(new FrameWriter(this.socket, connection.settings().frameMax()));
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

    /// What was offered is complete for now. A few small things, such as confirms, are written by the calling thread, as far
    /// as the socket takes them without waiting; everything else is the writing thread's.
    void wake() {
        if (!wroteAll()) {
            outgoing.wake();
        }
    }

    private boolean wroteAll() {
        if (connection.frozen().isClosed() || !turn.tryLock()) {
            return false;
        }
        try {
            var batch = socket.hasRest() ? List.<Outbound>of() : outgoing.small();
            if (!batch.isEmpty()) {
                write(batch);
            }
            return !socket.hasRest() && outgoing.isEmpty();
        } catch (IOException _) {
            connection.breakOff(AmqpConnection.GONE);
            return true;
        } finally {
            turn.unlock();
        }
    }

    private void run() {
        try {
            writeOn();
        } catch (IOException _) {
            connection.breakOff(AmqpConnection.GONE);
        } catch (InterruptedException _) {
            connection.breakOff("the node ends");
        }
    }

    private void writeOn() throws IOException, InterruptedException {
        while (outgoing.await(untilHeartbeat())) {
            connection.frozen().pass();
            report(writeNext());
        }
    }

    private List<Outbound> writeNext() throws IOException, InterruptedException {
        turn.lockInterruptibly();
        try {
            socket.patient(true);
            var batch = outgoing.take();
            var beats = batch.isEmpty() && untilHeartbeat() <= 0;
            if (beats) {
                out.heartbeat();
            }
            if (beats || !batch.isEmpty()) { // being woken for nothing puts no heartbeat off
                write(batch);
            }
            socket.flush();
            return batch;
        } finally {
            socket.patient(false);
            turn.unlock();
        }
    }

    private long untilHeartbeat() {
        return heartbeatNanos > 0 ? wroteAt + heartbeatNanos / 2 - System.nanoTime() : WITHOUT_HEARTBEATS;
    }

    private void write(List<Outbound> batch) throws IOException {
        for (var item : batch) {
            write(item);
        }
        out.flush();
        wroteAt = System.nanoTime();
        outgoing.written(batch);
    }

    private void write(Outbound item) throws IOException {
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
