package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import mirrorlab.ui.stage.Closeness;
import mirrorlab.ui.stage.StageWish;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;

/// Search, filter, pins and closeness, clicked and typed on a stage with very many queues.
class StageClicksTest extends ClickedWindow {

    @BeforeAll
    void openTheWindow() throws Exception {
        RecordedLab lab = new RecordedLab(new Story().welcome().others().many(1000).entries());
        open(stage -> {
            desk = new Desk(lab);
            new MirrorlabWindow(desk, MirrorlabWindow.WIDTH, MirrorlabWindow.HEIGHT).show(stage);
        });
        await("all queues", () -> seen(() -> desk.queuesInOrder().get().size()) == 1004);
    }

    @AfterAll
    void closeTheWindow() {
        hide();
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
        key(KeyCode.SLASH);
        write("queue-77");
        await("ten are shown", () -> seen(() -> desk.queuesInOrder().get().size()) == 10);
        assertThat(text("#stageSearch")).isEqualTo("queue-77");
        awaitText("#hiddenWords", said -> said.startsWith("994 more queues"));
        keyWhereverTyped(KeyCode.ENTER);
        await("the first is selected", () -> QueueName.of("queue-770").equals(seen(() -> desk.selected().get())));
        await("it has a lane", () -> isShown("#lane-queue-770"));
        key(KeyCode.SLASH);
        keyWhereverTyped(KeyCode.ESCAPE);
        await("all are shown again", () -> seen(() -> desk.queuesInOrder().get().size()) == 1004);
    }

    @Test
    void keys_that_type_nothing_are_the_windows_while_somebody_types() throws Exception {
        key(KeyCode.SLASH);
        write("q");
        keyWhereverTyped(KeyCode.F3);
        await("the network is shown", () -> seen(() -> desk.page().get()) == Page.NETWORK);
        keyWhereverTyped(KeyCode.F2);
        await("the stage is shown", () -> seen(() -> desk.page().get()) == Page.STAGE);
        Toolkit.run(() -> desk.stageWish().set(StageWish.EVERYTHING));
        keyWhereverTyped(KeyCode.ESCAPE);
    }

    @Test
    void the_filter_shows_those_at_risk_and_says_how_many_are_not_shown() throws Exception {
        awaitText("#atRisk", "At risk: 3"::equals);
        press("#atRisk");
        await("three are shown", () -> seen(() -> desk.queuesInOrder().get())
                .equals(List.of(QueueName.of("billing"), QueueName.of("audit"), QueueName.of("jobs"))));
        awaitText("#hiddenWords", "1,001 more queues: all synchronised"::equals);
        key(KeyCode.D);
        await("all are shown again", () -> seen(() -> desk.queuesInOrder().get().size()) == 1004);
    }

    @Test
    void a_click_on_a_compact_lane_selects_and_the_other_button_pins() throws Exception {
        press("#row-audit");
        await("audit is selected", () -> QueueName.of("audit").equals(seen(() -> desk.selected().get())));
        press("#row-billing", MouseButton.SECONDARY);
        await("billing is pinned", () -> seen(() -> desk.stageWish().get().pinned())
                .equals(java.util.Set.of(QueueName.of("billing"))));
        key(KeyCode.COMMA);
        await("audit is pinned, too", () -> seen(() -> desk.stageWish().get().pinned()).size() == 2);
        menu("#lane-audit #menu", "#pin");
        await("its pin is gone", () -> seen(() -> desk.stageWish().get().pinned())
                .equals(java.util.Set.of(QueueName.of("billing"))));
    }

    @Test
    void nearer_and_further() throws Exception {
        press("#further");
        await("glyphs", () -> seen(() -> desk.stageWish().get().closeness()) == Closeness.GLYPHS);
        await("no compact lane is left", () -> !isShown("#row-audit"));
        key(KeyCode.PLUS);
        await("numbers", () -> seen(() -> desk.stageWish().get().closeness()) == Closeness.NUMBERS);
        press("#nearer");
        await("messages", () -> isShown("#lane-billing"));
        press("#closeness");
        await("as usual", () -> seen(() -> desk.stageWish().get().closeness()) == Closeness.AUTOMATIC);
    }

    @Test
    void only_what_is_in_sight_has_a_canvas() throws Exception {
        Toolkit.run(() -> desk.stageWish().set(StageWish.EVERYTHING.from(Closeness.NUMBERS)));
        ScrollPane scroll = seen(() -> robot.lookup(".lanes-scroll").queryAs(ScrollPane.class));
        for (double at = 0; at <= 1; at += 0.25) {
            double place = at;
            Toolkit.run(() -> scroll.setVvalue(place));
            WaitForAsyncUtils.waitForFxEvents();
        }
        assertThat(
                seen(() -> scroll.getContent().lookupAll("Canvas").stream().filter(Canvas.class::isInstance).count()))
                .isLessThan(40);
        await("the last is there", () -> isShown("#row-queue-999"));
    }

    @Test
    void arrows_go_through_the_queues_as_they_stand() throws Exception {
        Toolkit.run(() -> desk.selected().set(QueueName.of("billing")));
        key(KeyCode.DOWN);
        await("the next row", () -> QueueName.of("audit").equals(seen(() -> desk.selected().get())));
    }
}
