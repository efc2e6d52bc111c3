package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.Happening;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

/// The commands of a queue's menu and of the forms, clicked on embedded nodes; each test has its own queue. What is
/// asserted is what the nodes' management door and the lab's URL say.
class QueueClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    void a_transient_queue_is_declared() throws Exception {
        key(KeyCode.Q);
        awaitSheet(FxmlFile.QUEUE_FORM);
        type("#name", "fleeting");
        choose("#node", "rabbit3");
        click("#transientQueue");
        click("#apply");
        await("fleeting is declared",
                () -> door(0).queue("fleeting").path("node").asText().equals("rabbit3@localhost"));
        assertThat(door(0).queue("fleeting").path("durable").asBoolean(true)).isFalse();
        awaitNoSheet();
        await("it is selected", () -> QueueName.of("fleeting").equals(seen(() -> desk.selected().get())));
        await("the next key is the window's", () -> seen(() -> robot.lookup(".root").query().isFocused()));
    }

    @Test
    void a_queue_is_purged_and_deleted_in_its_menu() throws Exception {
        queueWith("bin", 30);
        menu("#lane-bin #menu", "#purge");
        await("it is empty", () -> door(1).queue("bin").path("messages").asInt(-1) == 0);
        await("the account says purged", () -> fate("bin", "purged") == 30);
        menu("#lane-bin #menu", "#delete");
        await("there is no such queue", () -> door(1).queue("bin").path("error").asText().equals("Object Not Found"));
        await("its lane goes", () -> !isShown("#lane-bin"));
    }

    @Test
    void a_policy_is_cleared_in_the_queues_menu_and_in_the_form() throws Exception {
        queueWith("mirrored", 0);
        done(policy("ha-menu", "mirrored").with("definition", Map.of("ha-mode", "all")));
        await("the lane knows its policy", () -> seen(() -> desk.timeline().live().queue(QueueName.of("mirrored"))
                .map(queue -> "ha-menu".equals(queue.record().policy())).orElse(false)));
        menu("#lane-mirrored #menu", "#clearPolicy");
        await("it has no mirror", () -> door(1).queue("mirrored").path("slave_nodes").isEmpty()
                && door(1).get("/api/policies").isEmpty());
        done(policy("ha-form", "mirrored").with("definition", Map.of("ha-mode", "all")));
        await("the window knows it, and it alone", () -> seen(() -> desk.timeline().live().picture().policies().stream()
                .map(Happening.PolicySet::name).toList()).equals(List.of("ha-form")));
        key(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        click("#clear");
        await("no policy is left", () -> door(2).get("/api/policies").isEmpty());
        await("it has no mirror", () -> door(2).queue("mirrored").path("slave_nodes").isEmpty());
    }

    @Test
    void messages_are_fetched_with_reject_and_with_requeue() throws Exception {
        queueWith("letters", 10);
        get("letters", "#reject", "4");
        await("four have left", () -> door(0).queue("letters").path("messages").asInt() == 6);
        await("the account says rejected", () -> fate("letters", "rejected") == 4);
        get("letters", "#requeue", "3");
        await("the notice says what was fetched", () -> seen(() -> desk.notice().get().text()).contains("m5..m7"));
        await("they are back", () -> door(0).queue("letters").path("messages_ready").asInt() == 6);
        assertThat(fate("letters", "rejected")).isEqualTo(4);
        Step drain = Step.of("drain").with("queue", "letters");
        JsonNode drained = performed(drain).json();
        assertThat(drained.path("bodies").toString()).isEqualTo("[\"m5..m10\"]");
        assertThat(drained.path("redelivered").toString()).isEqualTo("[\"m5..m7\"]");
    }

    @Test
    void a_consumer_holds_its_prefetch_and_one_with_automatic_ack_takes_all() throws Exception {
        queueWith("work", 20);
        select("work");
        key(KeyCode.C);
        awaitSheet(FxmlFile.CONSUME_FORM);
        type("#name", "holder");
        type("#prefetch", "7");
        click("#apply");
        await("seven are unacknowledged", () -> door(0).queue("work").path("messages_unacknowledged").asInt() == 7);
        await("the others are ready", () -> door(0).queue("work").path("messages_ready").asInt() == 13);
        awaitNoSheet();
        key(KeyCode.C);
        awaitSheet(FxmlFile.CONSUME_FORM);
        type("#name", "eater");
        click("#automatic");
        click("#apply");
        await("the other took the rest", () -> door(0).queue("work").path("messages").asInt() == 7
                && door(0).queue("work").path("consumers").asInt() == 2);
        await("the account says how", () -> fate("work", "auto_acknowledged") == 13);
        await("its card is there", () -> isShown("#cancel-holder"));
        press("#cancel-holder");
        await("one consumer is left", () -> door(0).queue("work").path("consumers").asInt() == 1);
    }

    @Test
    void a_synchronisation_is_cancelled_while_a_batch_is_held() throws Exception {
        queueWith("backlog", 100);
        done(policy("ha-sync", "backlog").with("definition",
                Map.of("ha-mode", "nodes", "ha-params", List.of("rabbit1@localhost", "rabbit2@localhost"),
                        "ha-sync-batch-size", 10)));
        done(Step.of("hold").with("node", "rabbit2").with("what", "SyncBatch").with("count", 3));
        await("Synchronise is offered", () -> isShown("#sync-backlog"));
        press("#sync-backlog");
        await("it is syncing", () -> door(0).queue("backlog").path("state").asText().equals("syncing"));
        await("Cancel is offered", () -> isShown("#cancel-backlog"));
        press("#cancel-backlog");
        awaitTaken("cancel_sync_queue");
        done(Step.of("release").with("node", "rabbit2"));
        await("it runs again", () -> door(0).queue("backlog").path("state").asText().equals("running"));
        JsonNode backlog = door(0).queue("backlog");
        assertThat(backlog.path("synchronised_slave_nodes").isArray()).isTrue();
        assertThat(backlog.path("synchronised_slave_nodes")).isEmpty();
        assertThat(backlog.path("messages").asInt()).isEqualTo(100);
        await("Synchronise is offered again", () -> isShown("#sync-backlog"));
        done(Step.of("clear_policy").with("name", "ha-sync"));
    }

    private void queueWith(String queue, int messages) throws Exception {
        done(Step.of("declare_queue").with("queue", queue).with("node", "rabbit1"));
        if (messages > 0) {
            done(Step.of("publish").with("queue", queue).with("count", messages));
        }
        await("its lane is there", () -> isShown("#lane-" + queue));
        select(queue);
    }

    private static Step policy(String name, String queue) {
        return Step.of("set_policy").with("name", name).with("pattern", "^" + queue + "$").with("apply-to", "queues");
    }

    private void get(String queue, String mode, String count) throws Exception {
        select(queue);
        key(KeyCode.G);
        awaitSheet(FxmlFile.GET_FORM);
        type("#count", count);
        click(mode);
        click("#apply");
        click("#cancel");
        awaitNoSheet();
    }

    private long fate(String queue, String fate) {
        return account(queue).path("fates").path(fate).path("count").asLong();
    }
}
