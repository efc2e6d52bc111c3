package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import mirrorlab.journal.Happening;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.clients.LabClient.State;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The lab's own publishers and consumers: how they are started, paused, edited and stopped, and what they live through.
class LabClientsTest {
    private TestCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.start(true);
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void publisher_and_consumer_survive_the_kill_of_their_node_and_the_books_close() throws Exception {
        done(Step.of("set_policy").with("name", "ha").with("pattern", ".*").with("definition",
                Map.of("ha-mode", "all", "ha-sync-mode", "automatic")));
        done(Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1"));
        done(publisher("orders").with("node", "rabbit1").with("rate", 200).with("resend", true).with("reconnect",
                true));
        done(consumer("orders", "on_receipt").with("node", "rabbit1").with("prefetch", 10).with("delay", 0.001)
                .with("reconnect", true));
        await(LabClient.Publisher.class, each -> each.confirmed() > 50);
        await(LabClient.Consumer.class, each -> each.acknowledged() > 20);
        done(Step.of("kill").with("node", "rabbit1"));
        cluster.await(Happening.ClientSaw.class, each -> each.client().equals("p1") && each.what().equals("lost")
                && each.node().equals("rabbit1"));
        cluster.await(Happening.ClientSaw.class, each -> each.client().equals("c1") && each.what().equals("connected")
                && !each.node().equals("rabbit1"));
        long before = publisher().confirmed();
        LabClient.Publisher moved = await(LabClient.Publisher.class,
                each -> each.confirmed() > before + 50 && each.standing().state() == State.RUNNING);
        assertThat(moved.standing().node()).isNotEqualTo("rabbit1");
        assertThat(moved.standing().losses()).isEqualTo(1);
        done(Step.of("pause_publisher").with("publisher", "p1"));
        LabClient.Publisher paused = await(LabClient.Publisher.class, each -> each.waiting() == 0);
        // every message was confirmed in the end, however often it had to be sent
        assertThat(paused.confirmed() + paused.resent()).isGreaterThanOrEqualTo(paused.published());
        await(LabClient.Consumer.class, each -> each.delivered() - each.twice() == paused.published() - paused.resent()
                && each.waiting() == 0);
        done(Step.of("await_messages").with("queue", "orders").with("messages", 0));
        assertThat(cluster.lab.awaitQuiet(30)).isTrue();
        JsonNode account = account("orders");
        assertThat(sum(account.path("fates"))).isEqualTo(account.path("published").asLong());
        // what was on its way when the node died may be lost: it was not confirmed, and sent again
        assertThat(account.path("lost_although_confirmed")).isEmpty();
    }

    @Test
    void what_is_nacked_is_published_again_until_it_is_taken() throws Exception {
        done(Step.of("declare_queue").with("queue", "small").with("arguments",
                Map.of("x-max-length", 10, "x-overflow", "reject-publish")));
        done(publisher("small").with("rate", 500).with("in_flight", 5).with("resend", true));
        await(LabClient.Publisher.class, each -> each.nacked() > 0 && each.resent() > 0);
        done(consumer("small", "auto"));
        done(Step.of("pause_publisher").with("publisher", "p1"));
        done(Step.of("resume_publisher").with("publisher", "p1"));
        long before = publisher().confirmed();
        await(LabClient.Publisher.class, each -> each.confirmed() > before + 20);
        done(Step.of("stop_publisher").with("publisher", "p1"));
        assertThat(cluster.lab.clients()).map(each -> each.standing().state()).containsExactly(State.RUNNING,
                State.STOPPED);
    }

    @Test
    void a_publisher_is_paused_and_edited() throws Exception {
        done(Step.of("declare_queue").with("queue", "paced"));
        done(publisher("paced").with("rate", 1).with("node", "rabbit1"));
        await(LabClient.Publisher.class, each -> each.confirmed() > 0);
        done(Step.of("pause_publisher").with("publisher", "p1"));
        assertThat(await(LabClient.Publisher.class, each -> each.waiting() == 0).standing().state())
                .isEqualTo(State.PAUSED);
        assertThat(cluster.lab.awaitQuiet(20)).isTrue();
        long paused = publisher().published();
        assertThat(account("paced").path("published").asLong()).isEqualTo(paused);
        done(Step.of("edit_publisher").with("publisher", "p1").with("rate", 400).with("confirm", false)
                .with("persistent", false).with("node", "rabbit3"));
        assertThat(publisher().published()).isEqualTo(paused);
        done(Step.of("resume_publisher").with("publisher", "p1"));
        LabClient.Publisher edited = await(LabClient.Publisher.class,
                each -> each.published() > paused + 100 && each.standing().node().equals("rabbit3"));
        assertThat(edited.confirmed()).isEqualTo(paused);
        assertThat(edited.settings().rate()).isEqualTo(400);
    }

    @Test
    void a_consumer_is_paused_edited_and_cancelled_by_the_end_of_its_queue() throws Exception {
        done(Step.of("declare_queue").with("queue", "work"));
        done(consumer("work", "on_receipt").with("prefetch", 3).with("delay", 0.001));
        done(Step.of("pause_consumer").with("consumer", "c1"));
        done(Step.of("publish").with("queue", "work").with("count", 20));
        LabClient.Consumer held = await(LabClient.Consumer.class, each -> each.waiting() > 0);
        assertThat(held.acknowledged()).isZero();
        assertThat(held.standing().state()).isEqualTo(State.PAUSED);
        done(Step.of("resume_consumer").with("consumer", "c1"));
        await(LabClient.Consumer.class, each -> each.acknowledged() == 20);
        done(Step.of("edit_consumer").with("consumer", "c1").with("ack", "manual").with("prefetch", 4));
        done(Step.of("publish").with("queue", "work").with("count", 9));
        await(LabClient.Consumer.class, each -> each.waiting() == 4 && each.settings().ack().equals("manual"));
        done(Step.of("delete_queue").with("queue", "work"));
        LabClient.Consumer cancelled = await(LabClient.Consumer.class,
                each -> each.standing().state() == State.CANCELLED);
        assertThat(cancelled.standing().saw()).isEqualTo("basic.cancel");
    }

    @Test
    void a_stopped_client_keeps_its_counters_until_it_is_forgotten() throws Exception {
        done(Step.of("declare_queue").with("queue", "last"));
        done(publisher("last").with("rate", 100));
        done(consumer("last", "on_receipt"));
        await(LabClient.Consumer.class, each -> each.acknowledged() > 0);
        done(Step.of("stop_publisher").with("publisher", "p1"));
        done(Step.of("close_connection").with("consumer", "c1"));
        LabClient.Publisher stopped = publisher();
        assertThat(stopped.standing().state()).isEqualTo(State.STOPPED);
        assertThat(stopped.published()).isPositive();
        assertThat(cluster.lab.awaitQuiet(20)).isTrue();
        assertThat(account("last").path("published").asLong()).isEqualTo(stopped.published());
        done(publisher("last").with("rate", 1));
        assertThat(publisher().standing().state()).isEqualTo(State.RUNNING);
        assertThat(cluster.lab.clients()).hasSize(2);
        done(Step.of("stop_publisher").with("publisher", "p1"));
        List.copyOf(cluster.lab.clients()).forEach(cluster.lab::forget);
        assertThat(cluster.lab.clients()).isEmpty();
    }

    @Test
    void a_client_of_somebody_else_is_closed_by_a_step() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(cluster.lab.cluster().amqpPort(NodeName.of("rabbit2")));
        factory.setAutomaticRecoveryEnabled(false);
        CompletableFuture<ShutdownSignalException> seen = new CompletableFuture<>();
        Connection connection = factory.newConnection("their shop");
        connection.addShutdownListener(seen::complete);
        done(Step.of("close_connection").with("client", "their shop").with("reason", "the shop is shut"));
        AMQP.Connection.Close close = (AMQP.Connection.Close) seen.get(30, TimeUnit.SECONDS).getReason();
        assertThat(close.getReplyText()).isEqualTo("CONNECTION_FORCED - the shop is shut");
        StepResult again = cluster.perform(Step.of("close_connection").with("client", "their shop"));
        assertThat(again.ok()).isFalse();
    }

    private static Step publisher(String queue) {
        return Step.of("start_publisher").with("publisher", "p1").with("queue", queue);
    }

    private static Step consumer(String queue, String ack) {
        return Step.of("consume").with("consumer", "c1").with("queue", queue).with("ack", ack);
    }

    private void done(Step step) throws Exception {
        StepResult result = cluster.perform(step);
        assertThat(result.ok()).as(result.text()).isTrue();
    }

    private LabClient.Publisher publisher() {
        return cluster.lab.clients().stream().filter(LabClient.Publisher.class::isInstance)
                .map(LabClient.Publisher.class::cast).findFirst().orElseThrow();
    }

    private <T extends LabClient> T await(Class<T> kind, Predicate<T> condition) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        int entries = 0;
        while (System.nanoTime() < deadline) {
            for (LabClient each : cluster.lab.clients()) {
                if (kind.isInstance(each) && condition.test(kind.cast(each))) {
                    return kind.cast(each);
                }
            }
            cluster.lab.recording().awaitMoreThan(entries, 50);
            entries = cluster.lab.recording().size();
        }
        throw new AssertionError("did not come about; the clients are " + cluster.lab.clients());
    }

    private JsonNode account(String queue) {
        for (JsonNode each : cluster.lab.accounts().ledgerJson()) {
            if (each.path("queue").asText().equals(queue)) {
                return each;
            }
        }
        throw new AssertionError("no account of " + queue);
    }

    private static long sum(JsonNode fates) {
        long sum = 0;
        for (JsonNode each : fates) {
            sum += each.path("count").asLong();
        }
        return sum;
    }
}
