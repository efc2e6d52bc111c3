package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.Happening;
import mirrorlab.journal.LinkPicture;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.look.Palette;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// The pages NETWORK and LOAD on embedded nodes. The frozen node comes last: the others may give it up.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NetworkClicksTest extends LabWindow {
    /// Pixels of a ring, and far more than a link has that ends at a card in the same colour.
    private static final int RING = 200;
    private static final int LINE = 60;

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
        done(Step.of("clear_policy").with("name", "ha"));
    }

    @Test
    @Order(3)
    void traffic_is_seen_on_the_links_and_mirrors_do_all_the_work_too() throws Exception {
        done(Step.of("set_policy").with("name", "pair").with("pattern", "^busy$").with("definition",
                Map.of("ha-mode", "nodes", "ha-params", List.of("rabbit1@localhost", "rabbit2@localhost"))));
        done(Step.of("declare_queue").with("queue", "busy").with("node", "rabbit1"));
        await("its mirror is there", () -> door(0).queue("busy").path("synchronised_slave_nodes").size() == 1);
        page(KeyCode.F3, Page.NETWORK);
        done(Step.of("start_publisher").with("publisher", "steady").with("queue", "busy").with("node", "rabbit1")
                .with("rate", 100));
        await("copies go to the mirror", () -> rate("#link-rabbit1-rabbit2", "rabbit1 → rabbit2") > 20);
        assertThat(rate("#link-rabbit1-rabbit3", "rabbit1 → rabbit3")).as("none go where no mirror is").isZero();
        page(KeyCode.F4, Page.LOAD);
        await("the mirror does what the master does", () -> {
            long master = published("#load-rabbit1", 0);
            long mirror = published("#load-rabbit2", 1);
            return master > 20 && Math.abs(master - mirror) < 40;
        });
        assertThat(published("#load-rabbit3", 0) + published("#load-rabbit3", 1)).isZero();
        page(KeyCode.F2, Page.STAGE);
        select("busy");
        await("a ribbon with its rate", () -> motion().lines().anyMatch(each -> each.matches("\\d+/s")));
        key(KeyCode.M);
        await("no motion is wanted", () -> seen(() -> desk.reducedMotion().get()));
        await("nothing moves", () -> seen(() -> ((javafx.scene.Group) robot.lookup("#movers").query()).getChildren()
                .stream().noneMatch(Node::isVisible)));
        await("the rate is still said", () -> motion().lines().anyMatch(each -> each.matches("\\d+/s")));
        key(KeyCode.M);
        done(Step.of("stop_publisher").with("publisher", "steady"));
        await("it is over", () -> motion().isEmpty());
    }

    private String motion() {
        return String.valueOf(seen(() -> robot.lookup(".stage #motion").query().getAccessibleText())).replace("null",
                "");
    }

    /// Messages a second in one direction, as the link's tooltip tells.
    private long rate(String link, String way) {
        String told = seen(() -> ((javafx.scene.control.Control) robot.lookup(link).query()).getTooltip().getText());
        return told.lines().filter(each -> each.startsWith(way + ": ")).mapToLong(each -> Long
                .parseLong(each.substring(way.length() + 2, each.indexOf("/s")).replaceAll("\\D", ""))).sum();
    }

    /// Publishes a second of a node: 0 as master, 1 as mirror.
    private long published(String row, int role) {
        Matcher publishes = Pattern.compile("publishes ([\\d,]+)").matcher(accessible(row).split("; ")[role]);
        return publishes.find() ? Long.parseLong(publishes.group(1).replace(",", "")) : 0;
    }

    @Test
    @Order(4)
    void a_frozen_node_is_ringed_by_those_that_miss_it() throws Exception {
        page(KeyCode.F3, Page.NETWORK);
        key(KeyCode.DIGIT3);
        key(KeyCode.Z);
        await("rabbit3 is frozen",
                () -> seen(() -> desk.timeline().live().nodes().get(2).state()) == NodePicture.State.PAUSED);
        await("its heartbeats are missing", () -> lab.recording().since(0).stream().anyMatch(
                each -> each.happening() instanceof Happening.PeerSuspected it && it.missing()
                        && it.peer().equals(Story.R3)));
        await("its card says where", () -> text(".map-missed").startsWith("heartbeats missing at rabbit1"));
        await("it has a ring, and nobody else", () -> ring("#map-rabbit3") > RING && ring("#map-rabbit1") < LINE
                && ring("#map-rabbit2") < LINE);
        menu("#map-rabbit3", "#map-resume-rabbit3");
        await("rabbit3 goes on",
                () -> seen(() -> desk.timeline().live().nodes().get(2).state()) == NodePicture.State.RUNNING);
        await("its ring goes", () -> ring("#map-rabbit3") < LINE);
    }

    /// Pixels in the colour of a suspicion just above and below a node's card.
    private long ring(String card) {
        return seen(() -> {
            Node node = robot.lookup(card).query();
            Bounds place = node.getBoundsInParent();
            WritableImage image = painted(node.getParent().lookup("#surface"));
            int wanted = argb(Palette.of(desk.theme().get()).get("unsynchronised"));
            long found = 0;
            for (int x = (int) place.getMinX(); x < place.getMaxX(); x++) {
                for (int away = 5; away <= 9; away++) {
                    found += isAt(image, x, (int) place.getMinY() - away, wanted) ? 1 : 0;
                    found += isAt(image, x, (int) place.getMaxY() + away, wanted) ? 1 : 0;
                }
            }
            return found;
        });
    }

    private static boolean isAt(WritableImage image, int x, int y, int colour) {
        return x >= 0 && y >= 0 && x < image.getWidth() && y < image.getHeight()
                && image.getPixelReader().getArgb(x, y) == colour;
    }
}
