package mirrorlab.ui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.vocabulary.MessageSet;
import org.junit.jupiter.api.Test;

/// Which happening ended which messages, as a whole look at every moment finds it, too.
class EndingsTest {

    @Test
    void they_are_found_by_halves_as_by_looking_at_every_moment() {
        Desk desk = new Desk(new RecordedLab(new Story().welcome().entries()));
        desk.frame(0);
        Timeline timeline = desk.timeline();
        for (Fate fate : Fate.values()) {
            MessageSet all = timeline.shown().account(Story.ORDERS).orElseThrow().of(fate);
            List<Endings.Ending> endings = Endings.of(timeline, Story.ORDERS, fate, 100);
            MessageSet found = MessageSet.EMPTY;
            for (Endings.Ending each : endings) {
                assertThat(has(timeline, each.entry() + 1, fate)).as("after it").matches(
                        messages -> messages.intersection(each.messages()).equals(each.messages()));
                assertThat(has(timeline, each.entry(), fate).intersection(each.messages()).isEmpty()).as("before it")
                        .isTrue();
                found = found.union(each.messages());
            }
            assertThat(found).as("%s", fate).isEqualTo(all);
        }
        assertThat(Endings.of(timeline, Story.ORDERS, Fate.LOST, 100)).isNotEmpty();
    }

    private static MessageSet has(Timeline timeline, int size, Fate fate) {
        return timeline.checkpoints().after(size).account(Story.ORDERS).map(account -> account.of(fate))
                .orElse(MessageSet.EMPTY);
    }
}
