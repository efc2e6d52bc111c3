package mirrorlab.lab.bench;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.Arrays;

/// One publisher at full speed: one connection, one channel, confirms, at most so many unconfirmed. What is published and
/// confirmed while it warms up is not counted.
final class PublishLoad implements Unconfirmed.Teller {
    private static final long CONFIRMED_WITHIN_SECONDS = 60;
    private static final double MILLISECOND = 1e6;
    private static final double SECOND = 1e9;
    private static final int MOST_LATENCIES = 4_000_000;
    private final PublishCase how;
    private final Channel channel;
    private final Unconfirmed unconfirmed;
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
        unconfirmed = new Unconfirmed(how.inFlight(), this);
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
        channel.addConfirmListener(load.unconfirmed);
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
            unconfirmed.sends(number);
            channel.basicPublish("", queue, properties, body);
        }
        take(how.inFlight());
        if (refused > 0) {
            throw new IOException(refused + " messages were refused");
        }
    }

    private void take(int count) throws IOException, InterruptedException {
        if (!unconfirmed.await(count, CONFIRMED_WITHIN_SECONDS)) {
            throw new IOException("no confirm came within " + CONFIRMED_WITHIN_SECONDS + " s; "
                    + (channel.isOpen()
                            ? "the channel is open"
                            : "the channel was closed: " + channel.getCloseReason()));
        }
    }

    // On the connection's thread.

    @Override
    public void refused() {
        refused++;
    }

    @Override
    public void confirmed(long now, long began) {
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
