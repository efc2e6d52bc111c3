package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.ledger.Word;
import mirrorlab.lab.scenario.ShippedScenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.ui.stage.Cell;
import mirrorlab.ui.stage.Lane;
import mirrorlab.ui.stage.NodeColumn;
import mirrorlab.ui.stage.StageModel;
import mirrorlab.ui.stage.StageModels;
import org.junit.jupiter.api.Test;

/// What happens to the cluster from outside the window is seen in it. The desk is driven by hand, one frame at a time.
class OutsideTest {

    @Test
    void a_process_killed_from_a_shell_is_seen_with_its_exit_status_and_last_words() throws Exception {
        try (LiveLab lab = started(false)) {
            Desk desk = new Desk(lab);
            frames(lab, desk, () -> desk.timeline().live().nodesUp() == 3);
            NodePicture victim = desk.timeline().live().nodes().get(1);
            assertThat(new ProcessBuilder("kill", "-9", Long.toString(victim.processId())).start().waitFor()).isZero();
            frames(lab, desk, () -> column(desk, 1).state() == NodeColumn.State.KILLED);
            assertThat(column(desk, 1).exitStatus()).isEqualTo(137);
            assertThat(column(desk, 1).lastLog()).isNotEmpty();
            assertThat(column(desk, 1).processId()).isEqualTo(victim.processId());
        }
    }

    @Test
    void a_copy_that_is_held_back_stands_on_its_way_and_nothing_is_confirmed() throws Exception {
        try (LiveLab lab = started(true)) {
            Desk desk = new Desk(lab);
            done(lab, Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1"));
            done(lab, Step.of("set_policy").with("name", "ha").with("pattern", "^orders$").with("definition",
                    java.util.Map.of("ha-mode", "all")));
            done(lab, Step.of("hold").with("node", "rabbit3").with("what", "DirectCopy"));
            CompletableFuture<StepResult> publish = lab
                    .perform(Step.of("publish").with("queue", "orders").with("node", "rabbit1").with("count", 1))
                    .toCompletableFuture();
            frames(lab, desk, () -> lane(desk).wires().equals(java.util.List.of(new Lane.Wire(0, 2, 1)))
                    && lane(desk).cells().getFirst().ready() == 1);
            assertThat(lane(desk).cells().getFirst().kind()).isEqualTo(Cell.Kind.MASTER);
            assertThat(publish).isNotDone();
            assertThat(desk.timeline().live().account(Story.ORDERS).orElseThrow().of(Word.CONFIRMED).isEmpty())
                    .isTrue();
            done(lab, Step.of("release").with("node", "rabbit3"));
            assertThat(publish.get(120, TimeUnit.SECONDS).ok()).isTrue();
            frames(lab, desk,
                    () -> desk.timeline().live().account(Story.ORDERS).orElseThrow().of(Word.CONFIRMED).count() == 1
                            && lane(desk).wires().isEmpty());
        }
    }

    private static LiveLab started(boolean embedded) throws Exception {
        LiveLab lab = LiveLab.open(ShippedScenario.welcome(), new LabOptions(embedded, false));
        lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
        return lab;
    }

    private static void done(LiveLab lab, Step step) throws Exception {
        StepResult result = lab.perform(step).toCompletableFuture().get(120, TimeUnit.SECONDS);
        assertThat(result.ok()).as(result.text()).isTrue();
    }

    /// One frame for whatever arrives, until the window shows it.
    private static void frames(LiveLab lab, Desk desk, BooleanSupplier shown) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        desk.frame(System.nanoTime());
        while (!shown.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the window shows it in time").isLessThan(deadline);
            lab.recording().awaitMoreThan(desk.timeline().size(), 1_000);
            desk.frame(System.nanoTime());
        }
    }

    private static Lane lane(Desk desk) {
        return model(desk).lanes().getFirst();
    }

    private static NodeColumn column(Desk desk, int index) {
        return model(desk).nodes().get(index);
    }

    private static StageModel model(Desk desk) {
        return StageModels.of(desk.timeline().shown());
    }
}
