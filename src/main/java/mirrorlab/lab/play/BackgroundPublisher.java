package mirrorlab.lab.play;

import com.rabbitmq.client.AMQP;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Publishes p1, p2, … until it is stopped or its connection ends.
final class BackgroundPublisher {
    private static final long LAST_ANSWERS_NANOS = 20_000_000_000L;
    private final Link link;
    private final QueueName queue;
    private final boolean persistent;
    private final @Nullable Confirms confirms;
    private final long pauseNanos;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicLong published = new AtomicLong();
    private volatile @Nullable StepFault fault;

    BackgroundPublisher(Link link, QueueName queue, boolean persistent, @Nullable Confirms confirms, double pace) {
        this.link = link;
        this.queue = queue;
        this.persistent = persistent;
        this.confirms = confirms;
        pauseNanos = (long) (pace * 1e9);
    }

    void start(Stage stage) {
        Naming naming = new Naming(stage, link, queue, "p", 1, Long.MAX_VALUE);
        Thread.ofVirtual().name("lab-publisher").start(() -> run(naming));
    }

    private void run(Naming naming) {
        AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder().deliveryMode(persistent ? 2 : 1).build();
        try {
            while (!stopping.await(pauseNanos, TimeUnit.NANOSECONDS)) {
                String body = "p" + (published.get() + 1);
                if (confirms != null && !reserve(body)) {
                    break;
                }
                naming.before(published.get() + 1);
                link.channel().basicPublish("", queue.name(), properties, Body.of(body, 0));
                published.incrementAndGet();
            }
            if (confirms != null) {
                confirms.awaitAll(System.nanoTime() + LAST_ANSWERS_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            fault = ClientFaults.of(e, 0);
        } catch (StepFault e) {
            fault = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            naming.unsent(published.get() + 1);
            stopped.countDown();
        }
    }

    /// Waits for room, but not beyond the stop.
    private boolean reserve(String body) throws StepFault, InterruptedException {
        Confirms counting = confirms;
        while (counting != null && stopping.getCount() > 0) {
            if (counting.reserve(body, System.nanoTime() + 50_000_000)) {
                return true;
            }
        }
        return false;
    }

    boolean isRunning() {
        return stopped.getCount() > 0;
    }

    void stop() {
        stopping.countDown();
    }

    /// Waits for the last answers.
    void awaitStopped() throws InterruptedException {
        stopped.await(LAST_ANSWERS_NANOS * 2, TimeUnit.NANOSECONDS);
        link.close();
    }

    long published() {
        return published.get();
    }

    @Nullable
    Confirms confirms() {
        return confirms;
    }

    @Nullable
    StepFault fault() {
        return fault;
    }
}
