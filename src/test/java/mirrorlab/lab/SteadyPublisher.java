package mirrorlab.lab;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Publishes persistent messages m1, m2, …, each once, with confirms and at most fifty unanswered, until its connection breaks.
final class SteadyPublisher {
    private static final int MOST_UNANSWERED = 50;
    private final ConnectionFactory factory;
    private final String queue;
    private final List<String> confirmed = new ArrayList<>();
    private int published;
    private @Nullable Thread thread;

    SteadyPublisher(ConnectionFactory factory, String queue) {
        this.factory = factory;
        this.queue = queue;
    }

    void connect() throws Exception {
        Connection connection = factory.newConnection();
        Channel channel = connection.createChannel();
        channel.confirmSelect();
        Semaphore room = new Semaphore(MOST_UNANSWERED);
        TreeMap<Long, String> unanswered = new TreeMap<>();
        channel.addConfirmListener(new ConfirmListener() {
            @Override
            public void handleAck(long tag, boolean multiple) {
                room.release(answered(unanswered, tag, multiple, true));
            }

            @Override
            public void handleNack(long tag, boolean multiple) {
                room.release(answered(unanswered, tag, multiple, false));
            }
        });
        thread = Thread.ofVirtual().start(() -> run(channel, room, unanswered));
    }

    private void run(Channel channel, Semaphore room, TreeMap<Long, String> unanswered) {
        try {
            while (channel.isOpen()) {
                if (room.tryAcquire(50, TimeUnit.MILLISECONDS)) {
                    String body = next(channel, unanswered);
                    channel.basicPublish("", queue, MessageProperties.PERSISTENT_BASIC,
                            body.getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException | AlreadyClosedException e) {
            // the node was killed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized String next(Channel channel, TreeMap<Long, String> unanswered) {
        published++;
        String body = "m" + published;
        unanswered.put(channel.getNextPublishSeqNo(), body);
        return body;
    }

    private synchronized int answered(TreeMap<Long, String> unanswered, long tag, boolean multiple, boolean positive) {
        var answered = multiple ? unanswered.headMap(tag, true) : unanswered.subMap(tag, true, tag, true);
        int count = answered.size();
        if (positive) {
            confirmed.addAll(answered.values());
        }
        answered.clear();
        notifyAll();
        return count;
    }

    synchronized void awaitMore(int count) throws InterruptedException {
        int wanted = confirmed.size() + count;
        while (confirmed.size() < wanted) {
            wait();
        }
    }

    void awaitDisconnected() throws InterruptedException {
        if (thread != null) {
            thread.join();
        }
    }

    synchronized List<String> confirmed() {
        return List.copyOf(confirmed);
    }
}
