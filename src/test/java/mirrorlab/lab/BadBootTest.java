package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

class BadBootTest {
    private static final NodeName RABBIT2 = NodeName.of("rabbit2");

    @Test
    void a_node_that_dies_at_its_start_says_why_and_can_be_started_when_it_is_repaired() throws Exception {
        try (TestCluster cluster = TestCluster.start(false)) {
            cluster.lab.cluster().kill(List.of(RABBIT2)).toCompletableFuture().get(60, TimeUnit.SECONDS);
            Path data = cluster.lab.cluster().folder(RABBIT2).resolve("data");
            Path aside = data.resolveSibling("aside");
            Files.move(data, aside);
            Files.writeString(data, "not a folder");
            StepResult failed = cluster.perform(Step.of("start").with("node", "rabbit2"));
            assertThat(failed.ok()).isFalse();
            assertThat(failed.json().at("/boot_error/rabbit2@localhost/reason").asText()).contains(data.toString());
            assertThat(cluster.lab.cluster().state(RABBIT2)).hasToString("DOWN");
            Files.delete(data);
            Files.move(aside, data);
            assertThat(cluster.perform(Step.of("start").with("node", "rabbit2")).ok()).isTrue();
        }
    }
}
