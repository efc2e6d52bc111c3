package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// Faults of links between real embedded nodes.
class LinkStepsTest {
    private static final NodeName ONE = NodeName.of("rabbit1");
    private static final NodeName TWO = NodeName.of("rabbit2");
    private static final NodeName THREE = NodeName.of("rabbit3");

    private static Step link(String kind, String from, String to) {
        return Step.of(kind).with("from", from).with("to", to);
    }

    private static void done(TestCluster cluster, Step step) throws Exception {
        StepResult result = cluster.perform(step);
        assertThat(result.ok()).as(result.text()).isTrue();
    }

    private static void mirroredQueue(TestCluster cluster) throws Exception {
        done(cluster, Step.of("set_policy").with("name", "ha").with("pattern", "^q$").with("definition",
                Map.of("ha-mode", "all")));
        done(cluster, Step.of("declare_queue").with("queue", "q").with("node", "rabbit1"));
    }

    /// A confirm waits for every mirror, so it takes at least one way there and one back.
    @Test
    void a_delayed_and_lossy_link_holds_up_confirms_and_loses_nothing() throws Exception {
        try (TestCluster cluster = TestCluster.start(true)) {
            mirroredQueue(cluster);
            done(cluster, link("delay_link", "rabbit1", "rabbit2").with("ms", 150).with("both", true));
            done(cluster, link("lossy_link", "rabbit1", "rabbit2").with("percent", 10));
            assertThat(cluster.await(Happening.LinkDisturbed.class, each -> each.lossPercent() > 0))
                    .isEqualTo(new Happening.LinkDisturbed(ONE, TWO, 150, 10));
            long before = System.nanoTime();
            StepResult published = cluster.perform(
                    Step.of("publish").with("queue", "q").with("count", 20).with("node", "rabbit1").with("timeout",
                            60));
            assertThat(published.json().path("confirmed").asInt()).isEqualTo(20);
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(300_000_000L);
            done(cluster, Step.of("heal"));
            assertThat(cluster.await(Happening.LinkDisturbed.class,
                    each -> each.delayMillis() == 0 && each.from().equals(ONE)).to()).isEqualTo(TWO);
            done(cluster, Step.of("expect").with("queue", "q").with("messages", 20).with("synchronised",
                    List.of("rabbit2", "rabbit3")));
        }
    }

    /// each side sees the other go down, goes on by itself, and does not come back by itself.
    @Test
    void a_cut_link_is_first_suspected_then_down_and_both_sides_have_a_master() throws Exception {
        try (TestCluster cluster = TestCluster.start(true)) {
            mirroredQueue(cluster);
            done(cluster, link("cut_link", "rabbit1", "rabbit2").with("both", true));
            done(cluster, link("cut_link", "rabbit1", "rabbit3").with("both", true));
            cluster.await(Happening.PeerSuspected.class,
                    each -> each.missing() && each.node().equals(TWO) && each.peer().equals(ONE));
            cluster.await(Happening.PeerDown.class, each -> each.node().equals(TWO) && each.peer().equals(ONE));
            cluster.await(Happening.PeerDown.class, each -> each.node().equals(ONE) && each.peer().equals(THREE));
            assertThat(cluster.await(Happening.MirrorPromoted.class, each -> true).mirror().node())
                    .isIn(TWO, THREE);
            done(cluster, link("heal_link", "rabbit2", "rabbit1"));
            cluster.await(Happening.LinkDisturbed.class,
                    each -> each.lossPercent() == 0 && each.from().equals(TWO) && each.to().equals(ONE));
        }
    }

    @Test
    void what_makes_no_sense_is_refused_in_one_sentence() throws Exception {
        try (TestCluster cluster = TestCluster.start(true)) {
            assertThat(cluster.perform(link("cut_link", "rabbit1", "rabbit1")).text())
                    .isEqualTo("a link joins two nodes, not rabbit1 with itself");
            assertThat(cluster.perform(link("lossy_link", "rabbit1", "rabbit2").with("percent", 101)).ok()).isFalse();
            done(cluster, Step.of("pause").with("node", "rabbit3"));
            assertThat(cluster.perform(link("cut_link", "rabbit3", "rabbit2")).text())
                    .isEqualTo("the node rabbit3 is frozen: thaw it to change its links");
            done(cluster, Step.of("resume").with("node", "rabbit3"));
        }
    }
}
