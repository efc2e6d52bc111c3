package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
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
        await("both mirrors are there",
                () -> door(0).queue("all-of-it").path("synchronised_slave_nodes").size() == 2);
        done(Step.of("publish").with("queue", "all-of-it").with("count", 20));
        press("#addNode");
        await("it has a column", () -> isShown("#node-rabbit4"));
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
        await("nothing is lost", () -> door(3).queue("all-of-it").path("messages").asInt() == 20);

        key(KeyCode.DIGIT4);
        await("the fourth is chosen", () -> NodeName.of("rabbit4").equals(seen(() -> desk.chosenNode().get())));
        Toolkit.run(() -> desk.chosenNode().set(null));
        StepResult again = performed(Step.of("add_node").with("name", "rabbit4"));
        assertThat(again.ok()).isFalse();
        assertThat(again.text()).contains("there is a node rabbit4 already");
        assertThat(performed(Step.of("add_node").with("name", "a b")).text()).contains("a node cannot be called a b");
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
}
