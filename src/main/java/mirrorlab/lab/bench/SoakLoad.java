package mirrorlab.lab.bench;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// What a soak does to a queue, at the master's node: one publisher of persistent messages at full rate, with confirms, and
/// one consumer that acknowledges each message by itself. Safe for use by several threads.
final class SoakLoad implements AutoCloseable, Unconfirmed.Teller {
    /// So many messages may be unconfirmed.
    static final int IN_FLIGHT = 1000;
    static final int PREFETCH = 1000;
    private static final long CONFIRMED_WITHIN_SECONDS = 300;
    private final Connection source;
    private final Connection sink;
    private final Channel publisher;
    private final byte[] body;
    private final Unconfirmed unconfirmed = new Unconfirmed(IN_FLIGHT, this);
    private final LongAdder confirmed = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private volatile boolean ending;
    private volatile @Nullable String fault;

    private SoakLoad(BenchQueue queue, int bodySize) throws IOException {
        NodeName master = queue.master();
        body = new byte[bodySize];
        Arrays.fill(body, (byte) '.');
        source = queue.connect(master, "soak publisher");
        sink = queue.connect(master, "soak consumer");
        publisher = source.createChannel();
    }

    static SoakLoad start(BenchQueue queue, int bodySize) throws IOException {
        SoakLoad load = new SoakLoad(queue, bodySize);
        load.consume();
        load.publisher.confirmSelect();
        load.publisher.addConfirmListener(load.unconfirmed);
        Thread.ofPlatform().daemon().name("soak-publisher").start(load::publish);
        return load;
    }

    private void consume() throws IOException {
        Channel consumer = sink.createChannel();
        consumer.basicQos(PREFETCH);
        consumer.basicConsume(BenchQueue.NAME, false, (tag, message) -> {
            consumer.basicAck(message.getEnvelope().getDeliveryTag(), false);
            acknowledged.increment();
        }, tag -> failed("the consumer was cancelled"));
    }

    private void publish() {
        AMQP.BasicProperties properties = MessageProperties.MINIMAL_PERSISTENT_BASIC;
        try {
            for (long number = 1; !ending; number++) {
                if (!unconfirmed.await(1, CONFIRMED_WITHIN_SECONDS)) {
                    failed("no confirm came within " + CONFIRMED_WITHIN_SECONDS + " s");
                    return;
                }
                unconfirmed.sends(number);
                publisher.basicPublish("", BenchQueue.NAME, properties, body);
            }
        } catch (IOException | RuntimeException e) { // a closed channel is told by a runtime exception
            failed("the publisher ended: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void failed(String sentence) {
        if (!ending && fault == null) {
            fault = sentence;
        }
    }

    long confirmed() {
        return confirmed.sum();
    }

    long acknowledged() {
        return acknowledged.sum();
    }

    /// @throws IOException
    ///             publisher or consumer ended
    void check() throws IOException {
        String sentence = fault;
        if (sentence != null) {
            throw new IOException(sentence);
        }
        if (!source.isOpen() || !sink.isOpen()) {
            throw new IOException("a connection was closed");
        }
    }

    @Override
    public void close() {
        ending = true;
        source.abort();
        sink.abort();
    }

    // On the connection's thread.

    @Override
    public void confirmed(long now, long began) {
        confirmed.increment();
    }

    @Override
    public void refused() {
        failed("a message was refused");
    }
}
