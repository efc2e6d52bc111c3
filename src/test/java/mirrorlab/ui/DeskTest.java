package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class DeskTest {

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
