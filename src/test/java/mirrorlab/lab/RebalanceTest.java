package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import org.junit.jupiter.api.Test;

/// Masters of real embedded nodes move (F-33).
class RebalanceTest {

    private static JsonNode done(TestCluster cluster, Step step) throws Exception {
        StepResult result = cluster.perform(step);
        assertThat(result.ok()).as(result.text()).isTrue();
        return result.json();
    }

    private static Step policy(Map<String, Object> definition) {
        return Step.of("set_policy").with("name", "ha").with("pattern", "^q").with("definition", definition);
    }

    private static void declare(TestCluster cluster, String queue, int messages) throws Exception {
        done(cluster, Step.of("declare_queue").with("queue", queue).with("node", "rabbit1"));
        done(cluster, Step.of("publish").with("queue", queue).with("count", messages).with("node", "rabbit1"));
    }

    @Test
    void masters_are_spread_evenly_and_nothing_is_lost_of_synchronised_queues() throws Exception {
        try (TestCluster cluster = TestCluster.start(true)) {
            done(cluster, policy(Map.of("ha-mode", "all", "ha-sync-mode", "automatic")));
            for (int i = 1; i <= 6; i++) {
                declare(cluster, "q" + i, 10 * i);
            }
            declare(cluster, "alone", 5);
            JsonNode masters = done(cluster, Step.of("rebalance")).path("masters");
            assertThat(masters.path("rabbit1@localhost").asInt()).isEqualTo(2);
            assertThat(masters.path("rabbit2@localhost").asInt()).isEqualTo(2);
            assertThat(masters.path("rabbit3@localhost").asInt()).isEqualTo(2);
            // F-32: the promotion of a dropped master's mirror
            assertThat(cluster.await(Happening.MirrorPromoted.class, each -> true).reason())
                    .isEqualTo("master-dropped");
            for (int i = 1; i <= 6; i++) {
                done(cluster,
                        Step.of("expect").with("queue", "q" + i).with("messages", 10 * i).with("lost", List.of()));
            }
            // the longest stay, non-mirrored queues too
            done(cluster, Step.of("expect").with("queue", "q6").with("master", "rabbit1").with("synchronised",
                    List.of("rabbit2", "rabbit3")));
            done(cluster, Step.of("expect").with("queue", "alone").with("master", "rabbit1").with("messages", 5));
            assertThat(done(cluster, Step.of("rebalance")).path("masters")).isEqualTo(masters);
        }
    }

    @Test
    void a_policy_places_mirrors_anew_after_a_move() throws Exception {
        try (TestCluster cluster = TestCluster.start(true)) {
            done(cluster, policy(Map.of("ha-mode", "exactly", "ha-params", 2)));
            for (int i = 1; i <= 3; i++) {
                declare(cluster, "q" + i, i);
            }
            JsonNode masters = done(cluster, Step.of("rebalance")).path("masters");
            assertThat(masters.path("rabbit1@localhost").asInt()).isLessThanOrEqualTo(2);
            for (int i = 1; i <= 3; i++) {
                done(cluster, Step.of("expect").with("queue", "q" + i).with("state", "running").with("messages", i));
            }
        }
    }
}
