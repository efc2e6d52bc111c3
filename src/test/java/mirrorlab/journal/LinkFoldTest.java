package mirrorlab.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// What is known of the ways between nodes.
class LinkFoldTest {
    private static final NodeName ONE = NodeName.of("rabbit1");
    private static final NodeName TWO = NodeName.of("rabbit2");

    private static Story linked() {
        Story story = new Story();
        for (NodeName each : List.of(ONE, TWO)) {
            story.by(Entry.LAB, new Happening.NodeStarted(each, 1, 0, 5672, 15672));
        }
        return story.by("rabbit1", new Happening.PeerUp(ONE, TWO, 1))
                .by("rabbit2", new Happening.PeerUp(TWO, ONE, 1));
    }

    private static LinkPicture way(Story story, NodeName from, NodeName to) {
        return ClusterPictureTest.picture(story.entries()).links().stream()
                .filter(each -> each.from().equals(from) && each.to().equals(to)).findFirst().orElseThrow();
    }

    @Test
    void each_node_says_whom_it_hears() {
        assertThat(way(linked(), ONE, TWO)).isEqualTo(new LinkPicture(ONE, TWO, true, false, 0, 0));
        Story half = linked().by("rabbit2", new Happening.PeerDown(TWO, ONE));
        assertThat(way(half, ONE, TWO).isUp()).isFalse();
        assertThat(way(half, TWO, ONE).isUp()).isTrue();
    }

    @Test
    void a_suspicion_ends_when_the_peer_is_heard_or_given_up() {
        Story story = linked().by("rabbit2", new Happening.PeerSuspected(TWO, ONE, true));
        assertThat(way(story, ONE, TWO).isSuspected()).isTrue();
        assertThat(way(story, TWO, ONE).isSuspected()).isFalse();
        assertThat(way(story.by("rabbit2", new Happening.PeerSuspected(TWO, ONE, false)), ONE, TWO).isSuspected())
                .isFalse();
        story.by("rabbit2", new Happening.PeerSuspected(TWO, ONE, true))
                .by("rabbit2", new Happening.PeerDown(TWO, ONE))
                .by("rabbit2", new Happening.PeerSuspected(TWO, ONE, true));
        assertThat(way(story, ONE, TWO)).isEqualTo(new LinkPicture(ONE, TWO, false, false, 0, 0));
    }

    @Test
    void a_fault_lasts_until_it_is_mended_or_its_sender_ends() {
        Story story = linked().by(Entry.LAB, new Happening.LinkDisturbed(ONE, TWO, 200, 10))
                .by(Entry.LAB, new Happening.LinkDisturbed(TWO, ONE, 0, 100));
        assertThat(way(story, ONE, TWO)).isEqualTo(new LinkPicture(ONE, TWO, true, false, 200, 10));
        assertThat(way(story, TWO, ONE).isCut()).isTrue();
        story.by(Entry.LAB, new Happening.LinkDisturbed(TWO, ONE, 0, 0))
                .by(Entry.LAB, new Happening.NodeDied(ONE, 0, 137, List.of()));
        assertThat(way(story, TWO, ONE)).isEqualTo(new LinkPicture(TWO, ONE, false, false, 0, 0));
        assertThat(way(story, ONE, TWO).isDisturbed()).isFalse();
    }

    @Test
    void a_dead_nodes_word_counts_no_more() {
        Story story = linked().by(Entry.LAB, new Happening.NodeDied(TWO, 0, 137, List.of()));
        assertThat(way(story, ONE, TWO).isUp()).isFalse();
        assertThat(way(story, TWO, ONE).isUp()).isFalse();
        story.by("rabbit2", new Happening.PeerUp(TWO, ONE, 1));
        assertThat(way(story, ONE, TWO).isUp()).isFalse();
    }
}
