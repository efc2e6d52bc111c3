package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import mirrorlab.journal.Entry;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class DeskTest {

    @Test
    void a_command_that_takes_long_is_said_to_be_under_way() {
        CompletableFuture<StepResult> done = new CompletableFuture<>();
        Desk desk = new Desk(new RecordedLab(List.of()) {
            @Override
            public CompletionStage<StepResult> perform(Step step) {
                return done;
            }
        });
        desk.perform(Step.of("kill").with("node", "rabbit1"));
        desk.frame(1_000_000_000L);
        desk.frame(1_400_000_000L);
        assertThat(desk.notice().get()).isNull();
        desk.frame(1_600_000_000L);
        assertThat(desk.notice().get()).isEqualTo(Notice.underWay("kill rabbit1: under way…"));
        done.complete(new StepResult(true, Step.of("ok").json(), "done"));
        desk.frame(1_700_000_000L);
        assertThat(desk.notice().get()).isEqualTo(new Notice(true, "kill rabbit1: done."));
    }

    @Test
    void a_queue_that_was_just_declared_is_selected_once_it_is_told_of_and_not_before() {
        List<Entry> entries = new Story().welcome().others().entries();
        RecordedLab lab = new RecordedLab(List.of());
        Desk desk = new Desk(lab);
        QueueName audit = QueueName.of("audit");
        for (Entry entry : entries) {
            lab.recording.add(entry);
            desk.frame(0);
            if (desk.timeline().live().queue(audit).isPresent()) {
                break;
            }
            desk.selectOnceSeen(audit);
            assertThat(desk.selected().get()).isNotEqualTo(audit);
        }
        assertThat(desk.selected().get()).isEqualTo(audit);
        desk.selected().set(Story.ORDERS);
        lab.recording.add(entries.getLast());
        desk.frame(0);
        assertThat(desk.selected().get()).as("somebody chose another one meanwhile").isEqualTo(Story.ORDERS);
    }
}
