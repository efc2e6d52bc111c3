package mirrorlab.lab.bench;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import mirrorlab.lab.LiveLab;
import mirrorlab.vocabulary.NodeName;

/// A steady stream through a mirrored queue: a publisher with confirms at the second node, a consumer at the last one.
public final class Traffic implements AutoCloseable {
    private static final int BURSTS_A_SECOND = 100;
    private static final byte[] BODY = new byte[12];
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("bench-traffic").factory());
    private final LongAdder confirmed = new LongAdder();
    private final LongAdder delivered = new LongAdder();
    private final List<Connection> connections;
    private final Channel publisher;
    private final int burst;

    private Traffic(List<Connection> connections, Channel publisher, int burst) {
        this.connections = connections;
        this.publisher = publisher;
        this.burst = burst;
    }

    /// @param lab
    ///            all of whose nodes serve
    /// @param aSecond
    ///            messages
    public static Traffic start(LiveLab lab, int aSecond) throws IOException, InterruptedException {
        BenchQueue queue = BenchQueue.declare(lab);
        List<NodeName> nodes = lab.nodes();
        Connection source = queue.connect(nodes.get(1 % nodes.size()), "bench publisher");
        Connection sink = queue.connect(nodes.getLast(), "bench consumer");
        Channel publisher = source.createChannel();
        publisher.confirmSelect();
        Traffic traffic = new Traffic(List.of(source, sink), publisher, Math.max(1, aSecond / BURSTS_A_SECOND));
        publisher.addConfirmListener(new Counting(traffic.confirmed));
        sink.createChannel().basicConsume(BenchQueue.NAME, true, (tag, message) -> traffic.delivered.increment(),
                tag -> {});
        traffic.clock.scheduleAtFixedRate(traffic::publish, 0, 1_000_000 / BURSTS_A_SECOND, TimeUnit.MICROSECONDS);
        return traffic;
    }

    private void publish() {
        try {
            for (int i = 0; i < burst; i++) {
                publisher.basicPublish("", BenchQueue.NAME, MessageProperties.PERSISTENT_BASIC, BODY);
            }
        } catch (IOException e) {
            clock.shutdown();
        }
    }

    /// Messages confirmed so far.
    public long confirmed() {
        return confirmed.sum();
    }

    /// Messages that the consumer got so far.
    public long delivered() {
        return delivered.sum();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        connections.forEach(Connection::abort);
    }
}
