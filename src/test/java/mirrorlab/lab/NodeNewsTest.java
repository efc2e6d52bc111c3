package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// What a terminal hears of nodes.
class NodeNewsTest {
    private static final NodeName RABBIT2 = NodeName.of("rabbit2");
    private final Recording recording = new Recording();

    private void happens(Happening happening) {
        recording.add(new Entry(Entry.LAB, 1, recording.size() + 1, 1, happening));
    }

    @Test
    void only_what_ended_since_is_told_with_the_last_words_of_the_dead() throws Exception {
        happens(new Happening.NodeDied(RABBIT2, 7, 137, List.of()));
        NodeNews news = new NodeNews(recording);
        assertThat(news.next(1)).isEmpty();
        happens(new Happening.Noted("info", "nothing"));
        happens(new Happening.NodeDied(RABBIT2, 0, 1, List.of("one", "two", "three", "four")));
        happens(new Happening.NodeStopped(NodeName.of("rabbit3"), 0, 0));
        happens(new Happening.NodeDied(RABBIT2, 7, 137, List.of()));
        assertThat(news.next(1)).containsExactly("rabbit2@localhost died, exit status 1; its last words:", "  two",
                "  three", "  four", "rabbit3@localhost stopped", "rabbit2@localhost died, exit status 137");
        assertThat(news.next(1)).isEmpty();
    }
}
