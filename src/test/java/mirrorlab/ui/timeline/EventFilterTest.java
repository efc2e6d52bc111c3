package mirrorlab.ui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The event list and the nodes' logs, filtered.
class EventFilterTest {
    private Desk desk;

    @BeforeEach
    void tellAStory() {
        desk = new Desk(new RecordedLab(new Story().welcome()
                .lab(new Happening.NodeLogged(Story.R2, "[info] waiting for the other nodes to answer"))
                .lab(new Happening.NodeLogged(Story.R3, "[info] Mirrored queue 'orders' in vhost '/': hello"))
                .entries()));
        desk.frame(0);
    }

    private List<String> of(EventFilter filter) {
        StepWords words = new StepWords(desk.texts());
        return filter.of(desk.timeline(), line -> line.text(words)).stream()
                .map(line -> line.origin() + " " + line.text(words)).toList();
    }

    @Test
    void without_a_wish_everything_is_listed() {
        assertThat(of(EventFilter.ALL)).hasSameSizeAs(desk.timeline().events());
        assertThat(of(new EventFilter(true, null, null, ""))).containsExactly(
                "rabbit2 [info] waiting for the other nodes to answer",
                "rabbit3 [info] Mirrored queue 'orders' in vhost '/': hello");
    }

    @Test
    void words_are_found_in_what_is_shown_whatever_their_case() {
        assertThat(of(new EventFilter(false, null, null, "promoting mirror"))).hasSize(1).first().asString()
                .contains("Promoting mirror");
        assertThat(of(new EventFilter(false, null, null, "f-15"))).as("by their rule").isNotEmpty();
        assertThat(of(new EventFilter(false, null, null, "no such words"))).isEmpty();
    }

    @Test
    void a_queues_lines_are_those_that_speak_of_it() {
        assertThat(of(new EventFilter(false, Story.ORDERS, null, ""))).isNotEmpty()
                .hasSizeLessThan(desk.timeline().events().size());
        assertThat(of(new EventFilter(false, QueueName.of("other"), null, ""))).isEmpty();
        assertThat(of(new EventFilter(true, Story.ORDERS, null, ""))).hasSize(1);
    }

    @Test
    void a_nodes_lines_are_those_it_said() {
        assertThat(of(new EventFilter(true, null, "rabbit3", ""))).hasSize(1);
        assertThat(of(new EventFilter(false, null, "rabbit2", ""))).isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("rabbit2"));
    }
}
