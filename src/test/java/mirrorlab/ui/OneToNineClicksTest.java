package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.stage.Closeness;
import mirrorlab.ui.stage.StageWish;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// The stage from one node with one queue to nine nodes with a thousand, all of them real: order by risk, search, filter, pins,
/// closeness; and a death that moves no column and asks for attention once, however many queues it moves.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OneToNineClicksTest extends LabWindow {
    private static final int NODES = 9;
    private static final int QUEUES = 1000;
    /// Of those that get a mirror.
    private static final int MIRRORED = 30;

    @Override
    Scenario scenario() {
        return new Scenario("", "", "", new ClusterFile(
                List.of(new ClusterFile.Node(NodeName.of("rabbit1"), "disc", 0, 0)), Map.of()), List.of());
    }

    @Test
    @Order(1)
    void one_node_has_one_column_and_its_queue_a_lane() throws Exception {
        done(Step.of("declare_queue").with("queue", "late"));
        done(Step.of("publish").with("queue", "late").with("count", 10));
        await("its lane", () -> isShown("#lane-late"));
        assertThat(columns()).containsOnlyKeys("rabbit1");
        awaitText("#atRisk", "At risk: 1"::equals);
    }

    @Test
    @Order(2)
    void nodes_are_added_up_to_nine() {
        for (int number = 2; number <= NODES; number++) {
            int count = number;
            press("#addNode");
            await(number + " nodes run", () -> seen(() -> desk.timeline().live().nodesUp()) == count);
            await("the step has ended", () -> lab.player().status().steps().stream()
                    .filter(each -> each.kind().equals("add_node")).count() == count - 1);
        }
        assertThat(columns()).hasSize(NODES);
        assertThat(List.copyOf(columns().values())).as("from left to right, as they came").isSorted();
        await("no tenth", () -> seen(() -> robot.lookup("#addNode").query().isDisabled()));
    }

    @Test
    @Order(3)
    void a_thousand_queues_stand_in_order_of_their_risk() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(seen(() -> Commands.uri(desk.timeline().live().nodes().getFirst().amqpPort())));
        try (Connection connection = factory.newConnection(); Channel channel = connection.createChannel()) {
            for (int i = 1; i < QUEUES; i++) {
                channel.queueDeclare(name(i), true, false, false, Map.of());
            }
        }
        await("all are there", () -> seen(() -> desk.queuesInOrder().get().size()) == QUEUES);
        done(Step.of("set_policy").with("name", "pair").with("pattern", "^(late|q000[1-9]|q00[12].|q0030)$").with(
                "definition",
                Map.of("ha-mode", "nodes", "ha-params", List.of("rabbit1@localhost", "rabbit2@localhost"))));
        awaitText("#atRisk", ("At risk: " + (QUEUES - MIRRORED))::equals);
        await("the one that would lose stands first, those without a mirror follow, then the others",
                () -> inOrder().getFirst().equals("late") && inOrder().get(1).equals(name(MIRRORED + 1))
                        && inOrder().getLast().equals(name(MIRRORED)));
        assertThat(door(0).get("/api/queues").size()).isEqualTo(QUEUES);
    }

    @Test
    @Order(4)
    void they_are_filtered_searched_pinned_and_seen_from_near_and_far() {
        press("#atRisk");
        await("only those at risk", () -> inOrder().size() == QUEUES - MIRRORED);
        awaitText("#hiddenWords", (MIRRORED + " more queues: all synchronised")::equals);
        key(KeyCode.D);
        key(KeyCode.SLASH);
        write("Q002");
        await("ten are found", () -> inOrder().equals(IntStream.range(20, 30).mapToObj(OneToNineClicksTest::name)
                .toList()));
        keyWhereverTyped(KeyCode.ENTER);
        await("the first is selected", () -> QueueName.of(name(20)).equals(seen(() -> desk.selected().get())));
        key(KeyCode.COMMA);
        Toolkit.run(() -> desk.stageWish().set(desk.stageWish().get().searching("")));
        select("late");
        await("its lane stays", () -> isShown("#lane-" + name(20)) && isShown("#lane-late"));
        key(KeyCode.MINUS);
        await("glyphs only", () -> seen(() -> desk.stageWish().get().closeness()) == Closeness.GLYPHS
                && !isShown("#row-" + name(MIRRORED + 1)));
        key(KeyCode.PLUS);
        await("numbers", () -> isShown("#row-" + name(MIRRORED + 1)));
        Toolkit.run(() -> desk.stageWish().set(StageWish.EVERYTHING.searching("q003")));
        key(KeyCode.DIGIT0);
        key(KeyCode.PLUS);
        key(KeyCode.PLUS);
        await("messages", () -> isShown("#lane-" + name(MIRRORED + 1)));
        Toolkit.run(() -> desk.stageWish().set(StageWish.EVERYTHING));
    }

    @Test
    @Order(5)
    void a_death_moves_no_column_and_is_summed_up_in_one_sentence() {
        Map<String, Double> before = columns();
        select("late");
        press("#kill-rabbit1");
        await("one sentence for all", () -> motion().lines()
                .anyMatch(each -> each.equals((MIRRORED + 1) + " queues promoted on rabbit2; 10 messages lost")));
        assertThat(columns()).isEqualTo(before);
        await("it keeps its place", () -> isShown("#start-rabbit1"));
        await("the others have no master", () -> inOrder().getFirst().equals(name(MIRRORED + 1)));
        await("the node says so", () -> door(1).queue(name(1)).path("node").asText().equals("rabbit2@localhost"));
        await("all is calm again", () -> motion().isEmpty());
    }

    private static String name(int number) {
        return String.format(java.util.Locale.ROOT, "q%04d", number);
    }

    /// The words that stand over the stage while something moves.
    private String motion() {
        return seen(() -> robot.lookup(".stage #motion").query().isVisible()
                ? robot.lookup(".stage #motion").query().getAccessibleText()
                : "");
    }

    private List<String> inOrder() {
        return seen(() -> desk.queuesInOrder().get().stream().map(QueueName::name).toList());
    }

    /// Where the nodes' cards begin.
    private Map<String, Double> columns() {
        return seen(() -> {
            Map<String, Double> found = new TreeMap<>();
            robot.lookup(".node-card").queryAll()
                    .forEach(card -> found.put(card.getId().replace("node-", ""), card.getLayoutX()));
            return found;
        });
    }
}
