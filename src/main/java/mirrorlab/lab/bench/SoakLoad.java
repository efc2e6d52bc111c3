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
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// What a soak does to a queue, at the master's node: one publisher of persistent messages at full rate, with confirms, and
/// one consumer that acknowledges each message by itself. Safe for use by several threads.
final class SoakLoad implements AutoCloseable {
    /// So many messages may be unconfirmed.
    static final int IN_FLIGHT = 1000;
    static final int PREFETCH = 1000;
    private static final long CONFIRMED_WITHIN_SECONDS = 300;
    private final Connection source;
    private final Connection sink;
    private final Channel publisher;
    private final byte[] body;
    private final Semaphore places = new Semaphore(IN_FLIGHT);
    /// 1 for a number that is not confirmed, by number modulo the length, which is much longer than what is in flight.
    private final AtomicIntegerArray sent = new AtomicIntegerArray(1 << 15);
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
        load.publisher.addConfirmListener(load.new Confirms());
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
                if (!places.tryAcquire(CONFIRMED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                    failed("no confirm came within " + CONFIRMED_WITHIN_SECONDS + " s");
                    return;
                }
                sent.set(place(number), 1);
                publisher.basicPublish("", BenchQueue.NAME, properties, body);
            }
        } catch (IOException | RuntimeException e) { // a closed channel is told by a runtime exception
            failed("the publisher ended: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int place(long number) {
        return (int) (number & (sent.length() - 1));
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

    /// On the connection's thread.
    private final class Confirms implements ConfirmListener {
        private long covered;

        @Override
        public void handleAck(long tag, boolean multiple) {
            int count = 0;
            for (long number = multiple ? covered + 1 : tag; number <= tag; number++) {
                count += sent.getAndSet(place(number), 0); // 0 when it was confirmed before, alone
            }
            covered = multiple ? Math.max(covered, tag) : covered;
            confirmed.add(count);
            places.release(count);
        }

        @Override
        public void handleNack(long tag, boolean multiple) {
            failed("a message was refused");
            handleAck(tag, multiple);
        }
    }
}
