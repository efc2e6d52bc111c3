package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// The management screen, clicked on embedded nodes; what is asserted is what the nodes' own management doors say.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwinWalkthroughTest extends TwinWindow {
    private static final String DEMO = "ha-queue-demo";

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    @Order(1)
    void a_synchronisation_is_started_and_cancelled_on_the_queues_page() throws Exception {
        done(Step.of("declare_queue").with("queue", "backlog").with("node", "rabbit1"));
        done(Step.of("publish").with("queue", "backlog").with("count", 100));
        done(Step.of("set_policy").with("name", "ha-sync").with("pattern", "^backlog$").with("definition", Map.of(
                "ha-mode", "nodes", "ha-params", List.of("rabbit1@localhost", "rabbit2@localhost"),
                "ha-sync-batch-size", 10)));
        done(Step.of("hold").with("node", "rabbit2").with("what", "SyncBatch").with("count", 3));
        key(KeyCode.F6);
        twin("#queues");
        await("the row shows the marks", () -> texts(".badge-red").contains("+1") && texts(".badge").contains("+0"));
        twin("#open-backlog");
        await("Synchronise is offered", () -> seenIn("#synchronise"));
        twin("#synchronise");
        await("it is syncing", () -> door(0).queue("backlog").path("state").asText().equals("syncing"));
        await("Cancel is offered", () -> seenIn("#cancelSync"));
        awaitText(in("#syncing"), said -> said.startsWith("Syncing: "));
        twin("#cancelSync");
        awaitTaken("cancel_sync_queue");
        done(Step.of("release").with("node", "rabbit2"));
        await("it runs again", () -> door(0).queue("backlog").path("state").asText().equals("running"));
        assertThat(door(0).queue("backlog").path("synchronised_slave_nodes")).isEmpty();
        await("Synchronise is offered again", () -> seenIn("#synchronise"));
        twin("#synchronise");
        await("the mirror is synchronised",
                () -> door(0).queue("backlog").path("synchronised_slave_nodes").size() == 1);
        await("nothing is left to do", () -> !seenIn("#synchronise") && !seenIn("#cancelSync"));
        fold("#overviewPane", false);
        fold("#purgePane", true);
        twin("#purge");
        await("it is empty", () -> door(1).queue("backlog").path("messages").asInt(-1) == 0);
        fold("#deletePane", true);
        twin("#delete");
        await("it is gone", () -> door(1).queue("backlog").path("error").asText().equals("Object Not Found"));
        await("the list is shown", () -> seenIn("#queueTable"));
    }

    @Test
    @Order(2)
    void the_past_has_no_buttons_and_a_bad_policy_is_refused_in_the_clusters_words() throws Exception {
        key(KeyCode.F6);
        twin("#admin");
        Toolkit.run(() -> desk.timeline().jump(-1));
        await("the form is out of use", () -> seen(() -> pane("#addPane").isDisabled()));
        Toolkit.run(() -> desk.timeline().showNow());
        await("it is in use again", () -> !seen(() -> pane("#addPane").isDisabled()));
        fold("#addPane", true);
        fill("#name", "bad");
        fill("#pattern", "^x");
        twin("#link-ha-mode");
        write("some");
        twin("#addPolicy");
        await("it is refused", () -> text(in("#problem")).contains("ha-mode"));
        assertThat(door(0).get("/api/policies").toString()).doesNotContain("\"bad\"");
        twin("#problemClose");
        twin("#queues");
        twin("#admin");
        fill("#definition-value-1", "");
        fill("#definition-key-1", "");
    }

    /// Article 001: policy, queue, publish on the first node, two nodes go down, the message is got on the third.
    @Test
    @Order(3)
    void the_walkthrough_of_the_first_article_is_followed_click_by_click() throws Exception {
        key(KeyCode.F6);
        twin("#admin");
        fold("#addPane", true);
        fill("#name", DEMO);
        fill("#pattern", "^" + DEMO);
        choose("#applyTo", 2);
        twin("#link-ha-mode");
        write("all");
        twin("#link-ha-sync-mode");
        write("automatic");
        twin("#addPolicy");
        await("the policy is set", () -> door(2).get("/api/policies/%2F/" + DEMO).path("apply-to").asText()
                .equals("queues"));
        await("another node says so, too", () -> door(1).get("/api/policies/%2F/" + DEMO).path("definition").toString()
                .equals("{\"ha-mode\":\"all\",\"ha-sync-mode\":\"automatic\"}"));
        await("it is in the list", () -> seenIn("#policy-" + DEMO));

        twin("#queues");
        fold("#addPane", true);
        fill("#name", DEMO);
        choose("#node", 0);
        twin("#add");
        await("the queue is there", () -> door(0).queue(DEMO).path("durable").asBoolean());
        fold("#addPane", false);

        for (int node : List.of(1, 2)) {
            choose("#screenOf", node);
            twin("#queues");
            await("the queue is in the list of node " + node, () -> seenIn("#open-" + DEMO));
            twin("#open-" + DEMO);
            fold("#overviewPane", true);
            await("its page shows where it is", () -> text(in("#node")).equals("rabbit1@localhost"));
            await("it has two mirrors", () -> texts("#mirrors .label").size() == 2);
            assertThat(texts("#mirrors .label")).containsExactlyInAnyOrder("rabbit2@localhost", "rabbit3@localhost");
        }

        choose("#screenOf", 0);
        twin("#queues");
        twin("#open-" + DEMO);
        fold("#overviewPane", false);
        fold("#publishPane", true);
        fill("#payload", "hello world HA-MESSAGE");
        twin("#publish");
        await("it is said", () -> !text(in("#published")).isEmpty());
        await("the message is there", () -> door(1).queue(DEMO).path("messages").asInt() == 1);
        fold("#publishPane", false);

        key(KeyCode.F2);
        press("#kill-rabbit1");
        await("rabbit1 is dead", () -> seen(() -> desk.timeline().live().nodesUp()) == 2);
        press("#stop-rabbit2");
        await("rabbit2 is stopped", () -> seen(() -> desk.timeline().live().nodesUp()) == 1);

        key(KeyCode.F6);
        await("no screen of rabbit1 answers", () -> seenIn("#elsewhere"));
        twin("#elsewhere");
        twin("#overview");
        await("two bars say who does not run", () -> texts(".twin-red-bar").size() == 2);
        twin("#queues");
        twin("#open-" + DEMO);
        fold("#overviewPane", true);
        await("rabbit3 leads it", () -> text(in("#node")).equals("rabbit3@localhost"));
        fold("#overviewPane", false);
        fold("#getPane", true);
        choose("#ackMode", 1);
        twin("#get");
        await("the message comes", () -> seenIn("#got-payload-1"));
        assertThat(text(in("#got-payload-1"))).isEqualTo("hello world HA-MESSAGE");
        JsonNode queue = door(2).queue(DEMO);
        assertThat(queue.path("node").asText()).isEqualTo("rabbit3@localhost");
        await("it has left the queue", () -> door(2).queue(DEMO).path("messages").asInt(-1) == 0);
    }
}
