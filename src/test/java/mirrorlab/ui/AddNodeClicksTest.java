package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// A node is added to a running cluster with a click: it has a column, joins, gets mirrors, and is known to a node that starts
/// again later.
class AddNodeClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    void one_node_more_joins_and_gets_mirrors() throws Exception {
        done(Step.of("set_policy").with("name", "ha-all").with("pattern", "^all").with("apply-to", "queues")
                .with("definition", Map.of("ha-mode", "all")));
        done(Step.of("declare_queue").with("queue", "all-of-it").with("node", "rabbit1"));
        done(Step.of("publish").with("queue", "all-of-it").with("count", 20));
        robot.clickOn("#addNode");
        await("it has a column", () -> robot.lookup("#node-rabbit4").tryQuery().isPresent());
        await("it runs", () -> seen(() -> desk.timeline().live().nodesUp()) == 4);
        await("the window says that it is done",
                () -> seen(() -> desk.notice().get() != null && desk.notice().get().ok()));
        await("the old nodes know it", () -> running(0) == 4);
        await("it knows the old nodes", () -> running(3) == 4);
        await("it got a mirror", () -> mirrors(3).contains("rabbit4@localhost"));
        assertThat(seen(() -> desk.lab().nodes())).containsExactly(Story.R1, Story.R2, Story.R3,
                NodeName.of("rabbit4"));

        done(Step.of("kill").with("node", "rabbit1"));
        await("a mirror took over",
                () -> !door(3).queue("all-of-it").path("node").asText("rabbit1").startsWith("rabbit1"));
        done(Step.of("start").with("node", "rabbit1"));
        await("the old node knows the new one", () -> running(0) == 4);
        await("and the new one the old one", () -> mirrors(3).contains("rabbit1@localhost"));
        assertThat(door(3).queue("all-of-it").path("messages").asInt()).isEqualTo(20);

        robot.push(KeyCode.DIGIT4);
        assertThat(seen(() -> desk.chosenNode().get())).isEqualTo(NodeName.of("rabbit4"));
        Toolkit.run(() -> desk.chosenNode().set(null));
        StepResult again = lab.perform(Step.of("add_node").with("name", "rabbit4")).toCompletableFuture().get(60,
                TimeUnit.SECONDS);
        assertThat(again.ok()).isFalse();
        assertThat(again.text()).contains("there is a node rabbit4 already");
        assertThat(lab.perform(Step.of("add_node").with("name", "a b")).toCompletableFuture()
                .get(60, TimeUnit.SECONDS).text()).contains("a node cannot be called a b");
    }

    private long running(int index) {
        JsonNode nodes = door(index).get("/api/nodes");
        long running = 0;
        for (JsonNode each : nodes) {
            running += each.path("running").asBoolean() ? 1 : 0;
        }
        return running;
    }

    private String mirrors(int index) {
        return door(index).queue("all-of-it").path("slave_nodes").toString();
    }

    @Override
    ManagementDoor door(int index) {
        NodeName node = NodeName.of("rabbit" + (index + 1));
        return new ManagementDoor(seen(() -> desk.timeline().live().nodes()).stream()
                .filter(each -> each.name().equals(node)).findFirst().map(NodePicture::httpPort).orElseThrow());
    }

    private void done(Step step) throws Exception {
        assertThat(lab.perform(step).toCompletableFuture().get(90, TimeUnit.SECONDS).ok()).as(step.kind()).isTrue();
    }
}
