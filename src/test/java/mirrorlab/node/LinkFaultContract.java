package mirrorlab.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import mirrorlab.node.LinkRecorder.Told.Kind;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// What every Network promises of ways that are disturbed, and of peers of which nothing is heard.
public abstract class LinkFaultContract extends NetworkContract {

    /// The network's own time.
    protected long nanos() {
        return System.nanoTime();
    }

    @Test
    void a_delayed_way_delivers_in_order_and_not_before_its_time_and_the_other_way_is_as_it_was() {
        start(RABBIT1, 1);
        start(RABBIT2, 1, (peer, frame) -> network(RABBIT2).send(peer, at(RABBIT2).link(peer), frame));
        awaitLinks(RABBIT1, RABBIT2);
        network(RABBIT1).disturb(RABBIT2, new LinkFault(300, 0));
        long before = nanos();
        List<String> texts = IntStream.range(0, 500).mapToObj(String::valueOf).toList();
        texts.forEach(text -> send(RABBIT1, RABBIT2, text));
        await("the last answer is there", () -> at(RABBIT1).texts(RABBIT2).size() >= texts.size());
        assertThat(nanos() - before).isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
        assertThat(at(RABBIT2).texts(RABBIT1)).isEqualTo(texts);
        assertThat(at(RABBIT1).texts(RABBIT2)).isEqualTo(texts);
        network(RABBIT1).disturb(RABBIT2, LinkFault.NONE);
        send(RABBIT1, RABBIT2, "mended");
        await("what follows is there, behind the rest", () -> at(RABBIT2).texts(RABBIT1).contains("mended"));
        assertThat(at(RABBIT2).texts(RABBIT1)).last().isEqualTo("mended");
    }

    @Test
    void a_way_that_loses_packets_delivers_all_of_them_in_order() {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        network(RABBIT1).disturb(RABBIT2, new LinkFault(0, 0.01));
        List<String> texts = IntStream.range(0, 300).mapToObj(String::valueOf).toList();
        texts.forEach(text -> send(RABBIT1, RABBIT2, text));
        await("all are there", () -> at(RABBIT2).texts(RABBIT1).size() >= texts.size());
        assertThat(at(RABBIT2).texts(RABBIT1)).isEqualTo(texts);
    }

    @Test
    void a_peer_of_which_nothing_gets_through_is_suspected_and_then_lost_by_both() {
        ALL.forEach(node -> start(node, 1));
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
        network(RABBIT1).disturb(RABBIT2, LinkFault.CUT);
        send(RABBIT1, RABBIT2, "cut");
        await("rabbit2 misses heartbeats", () -> at(RABBIT2).count(Kind.SUSPECTED, RABBIT1) == 1);
        awaitDown(RABBIT2, RABBIT1, 1);
        awaitDown(RABBIT1, RABBIT2, 1);
        assertThat(at(RABBIT2).texts(RABBIT1)).isEmpty();
        assertThat(at(RABBIT2).count(Kind.DOWN, RABBIT3)).isZero();
        assertThat(at(RABBIT1).count(Kind.DOWN, RABBIT3)).isZero();
        network(RABBIT1).heal(RABBIT2);
        awaitLinks(RABBIT1, RABBIT2);
        send(RABBIT1, RABBIT2, "healed");
        await("it is heard again", () -> at(RABBIT2).texts(RABBIT1).equals(List.of("healed")));
    }

    @Test
    void what_waits_before_a_cut_way_arrives_when_it_is_mended_before_the_peer_gave_up() {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        network(RABBIT1).disturb(RABBIT2, LinkFault.CUT);
        for (int i = 0; i < 50; i++) {
            send(RABBIT1, RABBIT2, "frame " + i);
        }
        send(RABBIT2, RABBIT1, "the other way works");
        await("the other way works", () -> at(RABBIT1).texts(RABBIT2).size() == 1);
        assertThat(at(RABBIT2).texts(RABBIT1)).isEmpty();
        network(RABBIT1).disturb(RABBIT2, LinkFault.NONE);
        await("all is there, or it took too long",
                () -> at(RABBIT2).texts(RABBIT1).size() == 50 || at(RABBIT2).count(Kind.DOWN, RABBIT1) > 0);
        assertThat(at(RABBIT2).texts(RABBIT1))
                .isEqualTo(IntStream.range(0, at(RABBIT2).texts(RABBIT1).size()).mapToObj(i -> "frame " + i).toList());
    }

    @Test
    void a_delay_that_is_longer_than_the_detector_waits_ends_the_link() {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        network(RABBIT1).disturb(RABBIT2, new LinkFault(60_000, 0));
        await("rabbit2 misses heartbeats", () -> at(RABBIT2).count(Kind.SUSPECTED, RABBIT1) == 1);
        awaitDown(RABBIT2, RABBIT1, 1);
        awaitDown(RABBIT1, RABBIT2, 1);
        network(RABBIT1).heal(RABBIT2);
        awaitLinks(RABBIT1, RABBIT2);
    }

    @Test
    void a_frozen_peer_is_suspected_before_its_link_ends() {
        ALL.forEach(node -> start(node, 1));
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
        freeze(network(RABBIT3));
        for (NodeName each : List.of(RABBIT1, RABBIT2)) {
            await(each + " misses heartbeats", () -> at(each).count(Kind.SUSPECTED, RABBIT3) == 1);
            awaitDown(each, RABBIT3, 1);
            assertThat(at(each).told().stream().filter(told -> told.peer().equals(RABBIT3)).map(told -> told.kind()))
                    .containsSubsequence(Kind.UP, Kind.SUSPECTED, Kind.DOWN).doesNotContain(Kind.HEARD);
        }
        assertThat(at(RABBIT1).count(Kind.DOWN, RABBIT2)).isZero();
        thaw(network(RABBIT3));
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
    }
}
