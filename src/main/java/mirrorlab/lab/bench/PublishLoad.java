package mirrorlab.lab.bench;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/// One publisher at full speed: one connection, one channel, confirms, at most so many unconfirmed. What is published and
/// confirmed while it warms up is not counted.
final class PublishLoad implements ConfirmListener {
    private static final long CONFIRMED_WITHIN_SECONDS = 60;
    private static final double MILLISECOND = 1e6;
    private static final double SECOND = 1e9;
    private static final int MOST_LATENCIES = 4_000_000;
    private final PublishCase how;
    private final Channel channel;
    private final Semaphore places;
    /// When the message with this number was handed to the client library, by number modulo the length; 0 when it was confirmed.
    /// Much longer than what is in flight, because confirms need not come in order.
    private final AtomicLongArray sent;
    private long covered;
    private final long countFrom;
    private final long countTo;
    private long[] latencies = new long[1 << 14];
    private int measured;
    private long confirmed;
    private long refused;

    /// What was measured.
    ///
    /// @param rate
    ///            confirmed messages a second
    /// @param p50
    ///            milliseconds from publish to confirm, likewise the others
    record Result(double rate, double p50, double p99, double max) {}

    private PublishLoad(PublishCase how, Channel channel, double warmSeconds, double seconds) {
        this.how = how;
        this.channel = channel;
        places = new Semaphore(how.inFlight());
        sent = new AtomicLongArray(Integer.highestOneBit(how.inFlight()) * 32);
        countFrom = System.nanoTime() + (long) (warmSeconds * SECOND);
        countTo = countFrom + (long) (seconds * SECOND);
    }

    /// Publishes to a queue through the default exchange; returns when everything is confirmed.
    ///
    /// @throws IOException
    ///             the connection broke, a message was refused, or no confirm came in time
    static Result run(Connection connection, String queue, PublishCase how, double warmSeconds, double seconds)
            throws IOException, InterruptedException {
        Channel channel = connection.createChannel();
        channel.confirmSelect();
        PublishLoad load = new PublishLoad(how, channel, warmSeconds, seconds);
        channel.addConfirmListener(load);
        load.publish(queue);
        channel.abort();
        return load.result(seconds);
    }

    private void publish(String queue) throws IOException, InterruptedException {
        AMQP.BasicProperties properties = how.persistent()
                ? MessageProperties.MINIMAL_PERSISTENT_BASIC
                : MessageProperties.MINIMAL_BASIC;
        byte[] body = new byte[how.size()];
        Arrays.fill(body, (byte) '.');
        for (long number = 1; System.nanoTime() < countTo; number++) {
            take(1);
            sent.setRelease(place(number), System.nanoTime());
            channel.basicPublish("", queue, properties, body);
        }
        take(how.inFlight());
        if (refused > 0) {
            throw new IOException(refused + " messages were refused");
        }
    }

    private void take(int count) throws IOException, InterruptedException {
        if (!places.tryAcquire(count, CONFIRMED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("no confirm came within " + CONFIRMED_WITHIN_SECONDS + " s; "
                    + (channel.isOpen()
                            ? "the channel is open"
                            : "the channel was closed: " + channel.getCloseReason()));
        }
    }

    private int place(long number) {
        return (int) (number & (sent.length() - 1));
    }

    // On the connection's thread.

    @Override
    public void handleAck(long tag, boolean multiple) {
        long now = System.nanoTime();
        int freed = 0;
        for (long number = multiple ? covered + 1 : tag; number <= tag; number++) {
            long began = sent.getAndSet(place(number), 0);
            if (began != 0) { // otherwise it was confirmed before, alone
                freed++;
                count(now, began);
            }
        }
        covered = multiple ? Math.max(covered, tag) : covered;
        places.release(freed);
    }

    @Override
    public void handleNack(long tag, boolean multiple) {
        refused++;
        handleAck(tag, multiple);
    }

    private void count(long now, long began) {
        if (now < countFrom || now >= countTo) {
            return;
        }
        confirmed++;
        if (measured < MOST_LATENCIES) {
            if (measured == latencies.length) {
                latencies = Arrays.copyOf(latencies, 2 * measured);
            }
            latencies[measured++] = now - began;
        }
    }

    private Result result(double seconds) throws IOException {
        if (measured == 0) {
            throw new IOException("nothing was confirmed in " + seconds + " s");
        }
        long[] sorted = Arrays.copyOf(latencies, measured);
        Arrays.sort(sorted);
        return new Result(confirmed / seconds, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }

    private static double at(long[] sorted, double share) {
        return sorted[Math.clamp((int) Math.ceil(share * sorted.length) - 1, 0, sorted.length - 1)] / MILLISECOND;
    }
}
