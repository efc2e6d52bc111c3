package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import mirrorlab.ui.stage.Closeness;
import mirrorlab.ui.stage.StageWish;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// Search, filter, pins and closeness, clicked and typed on a stage with very many queues.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StageClicksTest {
    private final FxRobot robot = new FxRobot();
    private Desk desk;

    @BeforeAll
    void openTheWindow() throws Exception {
        RecordedLab lab = new RecordedLab(new Story().welcome().others().many(1000).entries());
        Stage stage = FxToolkit.registerPrimaryStage();
        FxToolkit.setupFixture(() -> {
            desk = new Desk(lab);
            new MirrorlabWindow(desk, MirrorlabWindow.WIDTH, MirrorlabWindow.HEIGHT).show(stage);
        });
        await("all queues", () -> seen(() -> desk.queuesInOrder().get().size()) == 1004);
    }

    @AfterAll
    void closeTheWindow() throws Exception {
        FxToolkit.hideStage();
    }

    @BeforeEach
    void asUsual() {
        Toolkit.run(() -> {
            desk.stageWish().set(StageWish.EVERYTHING);
            desk.sheet().set(null);
            desk.selected().set(Story.ORDERS);
        });
    }

    @Test
    void a_slash_goes_to_the_search_and_enter_takes_the_first() throws Exception {
        robot.push(KeyCode.SLASH);
        await("the search has the focus", () -> seen(() -> field().isFocused()));
        robot.write("queue-77");
        await("ten are shown", () -> seen(() -> desk.queuesInOrder().get().size()) == 10);
        assertThat(seen(() -> field().getText())).isEqualTo("queue-77");
        assertThat(seen(() -> text("#hiddenWords"))).startsWith("994 more queues");
        robot.push(KeyCode.ENTER);
        await("the first is selected", () -> QueueName.of("queue-770").equals(seen(() -> desk.selected().get())));
        await("it has a lane", () -> robot.lookup("#lane-queue-770").tryQuery().filter(Node::isVisible).isPresent());
        robot.push(KeyCode.SLASH);
        robot.push(KeyCode.ESCAPE);
        await("all are shown again", () -> seen(() -> desk.queuesInOrder().get().size()) == 1004);
    }

    @Test
    void the_filter_shows_those_at_risk_and_says_how_many_are_not_shown() throws Exception {
        assertThat(seen(() -> text("#atRisk"))).isEqualTo("At risk: 3");
        robot.clickOn("#atRisk");
        await("three are shown", () -> seen(() -> desk.queuesInOrder().get())
                .equals(List.of(QueueName.of("billing"), QueueName.of("audit"), QueueName.of("jobs"))));
        await("the others are counted", () -> seen(() -> text("#hiddenWords"))
                .equals("1,001 more queues: all synchronised"));
        robot.push(KeyCode.D);
        await("all are shown again", () -> seen(() -> desk.queuesInOrder().get().size()) == 1004);
    }

    @Test
    void a_click_on_a_compact_lane_selects_and_the_other_button_pins() throws Exception {
        robot.clickOn(robot.point("#row-audit"));
        await("audit is selected", () -> QueueName.of("audit").equals(seen(() -> desk.selected().get())));
        robot.clickOn(robot.point("#row-billing"), MouseButton.SECONDARY);
        await("billing is pinned", () -> seen(() -> desk.stageWish().get().pinned())
                .equals(java.util.Set.of(QueueName.of("billing"))));
        robot.push(KeyCode.COMMA);
        await("audit is pinned, too", () -> seen(() -> desk.stageWish().get().pinned()).size() == 2);
        Node menu = robot.lookup("#lane-audit #menu").query();
        robot.clickOn(menu);
        await("the menu opens", () -> robot.lookup("#pin").tryQuery().isPresent());
        robot.clickOn("#pin");
        await("its pin is gone", () -> seen(() -> desk.stageWish().get().pinned())
                .equals(java.util.Set.of(QueueName.of("billing"))));
    }

    @Test
    void nearer_and_further() throws Exception {
        robot.clickOn("#further");
        await("glyphs", () -> seen(() -> desk.stageWish().get().closeness()) == Closeness.GLYPHS);
        assertThat(robot.lookup("#row-audit").tryQuery().filter(Node::isVisible)).isEmpty();
        robot.push(KeyCode.PLUS);
        await("numbers", () -> seen(() -> desk.stageWish().get().closeness()) == Closeness.NUMBERS);
        robot.clickOn("#nearer");
        await("messages", () -> robot.lookup("#lane-billing").tryQuery().filter(Node::isVisible).isPresent());
        robot.clickOn("#closeness");
        await("as usual", () -> seen(() -> desk.stageWish().get().closeness()) == Closeness.AUTOMATIC);
    }

    @Test
    void only_what_is_in_sight_has_a_canvas() throws Exception {
        Toolkit.run(() -> desk.stageWish().set(StageWish.EVERYTHING.from(Closeness.NUMBERS)));
        ScrollPane scroll = robot.lookup(".lanes-scroll").queryAs(ScrollPane.class);
        for (double at = 0; at <= 1; at += 0.25) {
            double place = at;
            Toolkit.run(() -> scroll.setVvalue(place));
            WaitForAsyncUtils.waitForFxEvents();
        }
        assertThat(
                seen(() -> scroll.getContent().lookupAll("Canvas").stream().filter(Canvas.class::isInstance).count()))
                .isLessThan(40);
        await("the last is there", () -> robot.lookup("#row-queue-999").tryQuery().filter(Node::isVisible).isPresent());
    }

    @Test
    void arrows_go_through_the_queues_as_they_stand() throws Exception {
        Toolkit.run(() -> desk.selected().set(QueueName.of("billing")));
        robot.push(KeyCode.DOWN);
        await("the next row", () -> QueueName.of("audit").equals(seen(() -> desk.selected().get())));
    }

    private TextField field() {
        return robot.lookup("#stageSearch").queryAs(TextField.class);
    }

    private String text(String id) {
        Node found = robot.lookup(id).query();
        return found instanceof Labeled labeled ? labeled.getText() : ((Label) found).getText();
    }

    private static <T> T seen(Supplier<T> look) {
        return Toolkit.call(look);
    }

    private static void await(String what, Callable<Boolean> condition) throws TimeoutException {
        try {
            WaitForAsyncUtils.waitFor(40, TimeUnit.SECONDS, condition);
        } catch (TimeoutException e) {
            throw new AssertionError("did not come about: " + what, e);
        }
    }
}
