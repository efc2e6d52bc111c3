package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.Test;

/// Publishers, consumers and connections of others, clicked on embedded nodes; what is asserted is what the doors say.
class ClientClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    void a_publisher_is_started_paused_edited_and_stopped() throws Exception {
        queue("flow");
        key(KeyCode.B);
        awaitSheet(FxmlFile.PUBLISHER_FORM);
        type("#name", "p1");
        type("#rate", "50");
        choose("#node", "rabbit2");
        click("#apply");
        awaitSheet(FxmlFile.CLIENTS_SHEET);
        await("messages arrive", () -> door(0).queue("flow").path("messages").asInt() > 10);
        await("its connection is listed", () -> connection("lab publisher p1").path("node").asText()
                .equals("rabbit2@localhost"));
        awaitText("#client-p1 .client-counters", said -> said.matches("(?s).*confirmed [1-9].*"));
        press("#pause-client-p1");
        await("it is paused", () -> text("#client-p1 .client-standing").startsWith("paused")
                && client("p1") instanceof LabClient.Publisher publisher && publisher.waiting() == 0);
        await("what was confirmed is there", () -> client("p1") instanceof LabClient.Publisher publisher
                && publisher.confirmed() == door(1).queue("flow").path("messages").asLong(-1));
        int held = door(1).queue("flow").path("messages").asInt();
        press("#edit-client-p1");
        awaitSheet(FxmlFile.PUBLISHER_FORM);
        type("#rate", "200");
        choose("#node", "rabbit3");
        click("#apply");
        awaitSheet(FxmlFile.CLIENTS_SHEET);
        press("#pause-client-p1");
        await("it moved", () -> connection("lab publisher p1").path("node").asText().equals("rabbit3@localhost"));
        await("more arrive", () -> door(2).queue("flow").path("messages").asInt() > held + 20);
        press("#stop-client-p1");
        await("its connection is gone", () -> connection("lab publisher p1").isMissingNode());
        await("its last counters are there", () -> text("#client-p1 .client-standing").startsWith("stopped")
                && text("#client-p1 .client-counters").contains("confirmed "));
        await("it can be removed", () -> isShown("#remove-client-p1"));
        press("#remove-client-p1");
        await("its card is gone", () -> !isShown("#client-p1"));
        closeSheet();
    }

    @Test
    void a_consumer_that_works_is_attached_edited_and_stopped() throws Exception {
        queue("jobs");
        done(Step.of("publish").with("queue", "jobs").with("count", 40));
        key(KeyCode.C);
        awaitSheet(FxmlFile.CONSUME_FORM);
        type("#name", "worker");
        type("#prefetch", "3");
        click("#receipt");
        type("#delay", "600000");
        click("#apply");
        await("it holds three", () -> door(0).queue("jobs").path("messages_unacknowledged").asInt() == 3);
        key(KeyCode.W);
        awaitSheet(FxmlFile.CLIENTS_SHEET);
        await("its card is there", () -> isShown("#edit-client-worker"));
        press("#edit-client-worker");
        awaitSheet(FxmlFile.CONSUME_FORM);
        type("#delay", "1");
        click("#apply");
        awaitSheet(FxmlFile.CLIENTS_SHEET);
        await("the work is done", () -> door(1).queue("jobs").path("messages").asInt(-1) == 0);
        await("the account says so",
                () -> account("jobs").path("fates").path("acknowledged").path("count").asInt() == 40);
        awaitText("#client-worker .client-counters", said -> said.contains("acknowledged 40"));
        press("#stop-client-worker");
        await("it is gone", () -> door(2).queue("jobs").path("consumers").asInt(-1) == 0);
        closeSheet();
    }

    @Test
    void a_connection_of_another_program_is_shown_and_closed() throws Exception {
        queue("theirs");
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(seen(() -> Commands.uri(desk.timeline().live().nodes().get(1).amqpPort())));
        factory.setAutomaticRecoveryEnabled(false);
        CompletableFuture<ShutdownSignalException> told = new CompletableFuture<>();
        Connection theirs = factory.newConnection("billing");
        theirs.addShutdownListener(told::complete);
        Channel channel = theirs.createChannel();
        channel.confirmSelect();
        for (int i = 0; i < 7; i++) {
            channel.basicPublish("", "theirs", MessageProperties.PERSISTENT_BASIC, new byte[10]);
        }
        channel.waitForConfirmsOrDie(120_000);
        channel.basicGet("theirs", true);
        key(KeyCode.W);
        awaitSheet(FxmlFile.CLIENTS_SHEET);
        awaitText("#connections .client-counters",
                "published 7 · confirmed 7 · delivered 1 · acknowledged or rejected 1"::equals);
        awaitText("#connections .client-name", "billing"::equals);
        awaitText("#connections .client-detail", "guest · rabbit2 · channels 1 · running"::equals);
        press("#connections .button");
        AMQP.Connection.Close close = (AMQP.Connection.Close) told.get(120, TimeUnit.SECONDS).getReason();
        assertThat(close.getReplyCode()).isEqualTo(320);
        assertThat(close.getReplyText()).isEqualTo("CONNECTION_FORCED - Closed via management plugin");
        await("no node lists it", () -> connection("billing").isMissingNode());
        await("its card is gone", () -> !isShown("#connections .client-card"));
        closeSheet();
    }

    @Test
    void a_nodes_uri_is_copied_by_button_and_key() throws Exception {
        String second = seen(() -> Commands.uri(desk.timeline().live().nodes().get(1).amqpPort()));
        assertThat(second).matches("amqp://guest:guest@127\\.0\\.0\\.1:\\d+/%2F");
        press("#uri-rabbit2");
        await("it is in the clipboard", () -> second.equals(seen(Clipboard.getSystemClipboard()::getString)));
        key(KeyCode.DIGIT3);
        key(KeyCode.A);
        String third = seen(() -> Commands.uri(desk.timeline().live().nodes().get(2).amqpPort()));
        await("the other is", () -> third.equals(seen(Clipboard.getSystemClipboard()::getString)));
        await("it is said", () -> seen(() -> desk.notice().get().text()).contains("rabbit3")
                && seen(() -> desk.notice().get().text()).contains(third));
    }

    private void queue(String name) throws Exception {
        done(Step.of("declare_queue").with("queue", name).with("node", "rabbit1"));
        await("its lane is there", () -> isShown("#lane-" + name));
        select(name);
    }

    private LabClient client(String name) {
        return lab.clients().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    private JsonNode connection(String name) {
        for (JsonNode each : door(0).get("/api/connections")) {
            if (each.path("user_provided_name").asText().startsWith(name)) {
                return each;
            }
        }
        return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }
}
