package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.LinkPicture;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// The pages NETWORK and LOAD on embedded nodes. The frozen node comes last: the others may give it up.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NetworkClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    private void page(KeyCode key, Page page) throws Exception {
        key(key);
        await(page + " is shown", () -> seen(() -> desk.page().get()) == page);
    }

    private LinkPicture way(int from, int to) {
        return seen(() -> desk.timeline().live().picture().links().stream()
                .filter(each -> each.from().equals(desk.timeline().live().columns().get(from - 1))
                        && each.to().equals(desk.timeline().live().columns().get(to - 1)))
                .findFirst().orElseThrow());
    }

    private String accessible(String id) {
        return seen(() -> robot.lookup(id).tryQuery().map(Node::getAccessibleText).orElse(""));
    }

    @Test
    @Order(1)
    void a_link_is_delayed_one_way_cut_and_healed() throws Exception {
        page(KeyCode.F3, Page.NETWORK);
        menu("#link-rabbit1-rabbit2", "#link-disturb-rabbit1-rabbit2");
        awaitSheet(FxmlFile.LINK_FORM);
        type("#delay", "120");
        type("#loss", "3");
        click("#apply");
        await("both ways are slow", () -> way(1, 2).delayMillis() == 120 && way(2, 1).lossPercent() == 3);
        await("the map says so", () -> text("#link-rabbit1-rabbit2").contains("120 ms"));
        menu("#link-rabbit2-rabbit3", "#link-cut-there-rabbit2-rabbit3");
        await("one way is cut", () -> way(2, 3).isCut() && !way(3, 2).isCut());
        key(KeyCode.J);
        await("all is healed", () -> !way(2, 3).isDisturbed() && !way(1, 2).isDisturbed() && !way(2, 1).isDisturbed());
        await("the map says nothing any more", () -> text("#link-rabbit1-rabbit2").equals("⋯"));
    }

    @Test
    @Order(2)
    void masters_are_rebalanced() throws Exception {
        done(Step.of("set_policy").with("name", "ha").with("pattern", "^even").with("definition",
                Map.of("ha-mode", "all")));
        for (int i = 1; i <= 3; i++) {
            done(Step.of("declare_queue").with("queue", "even" + i).with("node", "rabbit1"));
        }
        await("every mirror can lead", () -> List.of(1, 2, 3).stream()
                .allMatch(i -> door(0).queue("even" + i).path("synchronised_slave_nodes").size() == 2));
        page(KeyCode.F4, Page.LOAD);
        await("rabbit1 leads all", () -> accessible("#load-rabbit1").contains("masters 3"));
        press("#rebalance");
        await("each node leads one", () -> {
            TreeSet<String> nodes = new TreeSet<>();
            for (int i = 1; i <= 3; i++) {
                nodes.add(door(0).queue("even" + i).path("node").asText());
            }
            return nodes.equals(
                    new TreeSet<>(List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost")));
        });
        await("the page says so", () -> accessible("#load-rabbit3").contains("masters 1"));
    }

    @Test
    @Order(3)
    void a_frozen_node_is_ringed_by_those_that_miss_it() throws Exception {
        page(KeyCode.F3, Page.NETWORK);
        key(KeyCode.DIGIT3);
        key(KeyCode.Z);
        await("rabbit3 is frozen",
                () -> seen(() -> desk.timeline().live().nodes().get(2).state()) == NodePicture.State.PAUSED);
        await("its heartbeats are missing", () -> lab.recording().since(0).stream().anyMatch(
                each -> each.happening().toString().startsWith("PeerSuspected")));
        menu("#map-rabbit3", "#map-resume-rabbit3");
        await("rabbit3 goes on",
                () -> seen(() -> desk.timeline().live().nodes().get(2).state()) == NodePicture.State.RUNNING);
    }
}
