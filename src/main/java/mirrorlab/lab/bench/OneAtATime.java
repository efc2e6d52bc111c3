package mirrorlab.lab.bench;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Publishes persistent messages of 12 bytes, the next one when the last one was confirmed, and remembers when each
/// confirm came.
final class OneAtATime implements AutoCloseable {
    private static final long CONFIRMED_WITHIN_MILLIS = 30_000;
    private static final byte[] BODY = new byte[12];
    private final Connection connection;
    private final Channel channel;
    private final List<Long> confirms = new ArrayList<>();
    private final Thread thread;
    private boolean stopping;
    private @Nullable Exception fault;

    OneAtATime(Connection connection) throws IOException {
        this.connection = connection;
        channel = connection.createChannel();
        channel.confirmSelect();
        thread = Thread.ofPlatform().daemon().name("bench-publisher").start(this::run);
    }

    private void run() {
        try {
            while (!isStopping()) {
                channel.basicPublish("", BenchQueue.NAME, MessageProperties.PERSISTENT_BASIC, BODY);
                if (channel.waitForConfirms(CONFIRMED_WITHIN_MILLIS)) {
                    confirmed(System.nanoTime());
                }
            }
        } catch (IOException | TimeoutException | RuntimeException e) {
            failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    private synchronized void confirmed(long nanos) {
        confirms.add(nanos);
        notifyAll();
    }

    private synchronized void failed(Exception e) {
        fault = e;
        notifyAll();
    }

    /// Waits until so many confirms came at or after this moment.
    ///
    /// @throws IOException
    ///             publishing failed
    synchronized void await(int count, long since) throws IOException, InterruptedException {
        while (confirms.size() < count || confirms.get(confirms.size() - count) < since) {
            if (fault != null) {
                throw new IOException("publishing failed: " + fault, fault);
            }
            wait();
        }
    }

    /// When the confirms came, oldest first.
    synchronized List<Long> confirms() {
        return List.copyOf(confirms);
    }

    /// Removes what was published.
    void purge() throws IOException {
        channel.queuePurge(BenchQueue.NAME);
    }

    /// No further message is sent; returns when the last one was answered.
    void stop() throws InterruptedException {
        synchronized (this) {
            stopping = true;
        }
        thread.join(CONFIRMED_WITHIN_MILLIS);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        stop();
        connection.close();
    }
}
