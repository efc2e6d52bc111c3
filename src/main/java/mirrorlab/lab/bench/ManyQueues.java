package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.NodeName;

/// Many mirrored queues, all with their master on one node, which gets SIGKILL: durable, with persistent messages of 12 bytes and
/// a synchronised mirror on every other node.
final class ManyQueues {
    /// In each queue.
    static final int MESSAGES = 10;
    private static final String PREFIX = "ha.many.";
    private static final byte[] BODY = new byte[12];
    private static final long SECONDS = 120;
    private static final long LOOK_MILLIS = 50;
    private static final double MILLISECOND = 1e6;
    private final LiveLab lab;
    private final List<String> names;
    private final BenchQueue nodes;

    /// @param lab with nodes as processes, all serving
    ManyQueues(LiveLab lab, int queues) {
        this.lab = lab;
        names = IntStream.rangeClosed(1, queues).mapToObj(each -> PREFIX + each).toList();
        nodes = new BenchQueue(lab, PREFIX);
    }

    /// One kill, in milliseconds since just before the signal.
    ///
    /// @param promoted the last promotion, as the survivors' journals told the lab
    /// @param served the last queue has told at a survivor's AMQP door that it has all its messages, one asked after the other
    record Fall(double promoted, double served) {}

    /// Makes the queues anew, kills the master's node and starts it again.
    ///
    /// @throws IOException
    ///             a queue was not promoted, or a message is missing
    Fall fall() throws IOException, NotPossible, InterruptedException {
        NodeName master = lab.nodes().getFirst();
        NodeName survivor = lab.nodes().getLast();
        fill(master);
        awaitMirrors(survivor);
        Fall fall;
        try (Connection connection = nodes.connect(survivor, "bench failover")) {
            Channel door = connection.createChannel();
            int known = lab.recording().size();
            long before = System.nanoTime();
            CompletableFuture<Void> dead = lab.cluster().kill(List.of(master)).toCompletableFuture();
            double promoted = (awaitPromotions(known) - before) / MILLISECOND;
            check(door);
            fall = new Fall(promoted, (System.nanoTime() - before) / MILLISECOND);
            FailoverBench.await(dead, master + " did not die");
        }
        FailoverBench.await(lab.cluster().start(master).toCompletableFuture(), master + " did not start again");
        return fall;
    }

    private void fill(NodeName master) throws IOException, InterruptedException {
        nodes.perform(Step.of("set_policy").with("name", "ha").with("pattern", "^ha\\.").with("definition",
                Map.of("ha-mode", "all")));
        try (Connection connection = nodes.connect(master, "bench failover")) {
            Channel channel = connection.createChannel();
            channel.confirmSelect();
            for (String each : names) {
                channel.queueDelete(each);
                channel.queueDeclare(each, true, false, false, Map.of());
                for (int i = 0; i < MESSAGES; i++) {
                    channel.basicPublish("", each, MessageProperties.PERSISTENT_BASIC, BODY);
                }
            }
            channel.waitForConfirmsOrDie(TimeUnit.SECONDS.toMillis(SECONDS));
        } catch (TimeoutException e) {
            throw new IOException("no confirm came within " + SECONDS + " s", e);
        }
    }

    private void awaitMirrors(NodeName asked) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        List<String> without = without(asked);
        while (!without.isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("not every mirror was synchronised within " + SECONDS + " s: " + without);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            without = without(asked);
        }
    }

    /// Queues that do not have all their synchronised mirrors yet.
    private List<String> without(NodeName asked) throws IOException {
        NodeApi.Reply reply = lab.cluster().api(asked).get("/api/queues/%2F", Duration.ofSeconds(SECONDS));
        if (!reply.isOk()) {
            throw new IOException(asked + " answered with status " + reply.status() + ": " + reply.body());
        }
        List<String> without = new ArrayList<>(names);
        for (JsonNode each : reply.body()) {
            if (each.path("synchronised_slave_nodes").size() == lab.nodes().size() - 1) {
                without.remove(each.path("name").asText());
            }
        }
        return without;
    }

    private long awaitPromotions(int known) throws IOException, InterruptedException {
        TreeSet<String> open = new TreeSet<>(names);
        int read = known;
        while (!open.isEmpty()) {
            if (!lab.recording().awaitMoreThan(read, TimeUnit.SECONDS.toMillis(SECONDS))) {
                throw new IOException("not every queue was promoted: " + open);
            }
            for (Entry each : lab.recording().since(read)) {
                read++;
                if (each.happening() instanceof Happening.MirrorPromoted now) {
                    open.remove(now.queue().name());
                }
            }
        }
        return System.nanoTime();
    }

    private void check(Channel door) throws IOException {
        for (String each : names) {
            int messages = door.queueDeclarePassive(each).getMessageCount();
            if (messages != MESSAGES) {
                throw new IOException(
                        each + " has " + messages + " messages after the failover, " + MESSAGES + " before");
            }
        }
    }
}
