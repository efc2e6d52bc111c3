package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mirrorlab.lab.config.BadFile;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.ScenarioPlayer.Status;
import mirrorlab.lab.scenario.ShippedScenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LivePlayerTest {

    private static Status await(CompletionStage<Status> status) throws Exception {
        return status.toCompletableFuture().get(120, TimeUnit.SECONDS);
    }

    @Test
    void a_scenario_is_stepped_reloaded_and_replaced(@TempDir Path folder) throws Exception {
        try (LiveLab lab = LiveLab.open(ShippedScenario.welcome(), new LabOptions(true, false))) {
            lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
            ScenarioPlayer player = lab.player();
            AtomicInteger changes = new AtomicInteger();
            player.onChange(changes::incrementAndGet);
            assertThat(player.status().lines().getFirst()).isEqualTo("declare orders on rabbit1, durable");
            Recording first = lab.recording();

            Status after = await(player.step());
            assertThat(after.next()).isEqualTo(1);
            assertThat(after.playing()).isFalse();
            assertThat(after.results().getFirst().ok()).isTrue();
            assertThat(after.results().get(1)).isNull();
            assertThat(changes).hasPositiveValue();
            assertThat(first.since(0)).map(each -> each.happening().getClass().getSimpleName())
                    .contains("StepStarted", "StepEnded");

            Path bad = Files.writeString(folder.resolve("bad.json"), "{}");
            assertThatThrownBy(() -> await(player.load(bad))).isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(BadFile.class);
            assertThat(player.status().next()).isEqualTo(1);
            assertThat(lab.recording()).isSameAs(first);

            assertThat(await(player.reload()).next()).isZero();
            assertThat(lab.recording()).isNotSameAs(first);

            Path two = Files.writeString(folder.resolve("two.json"),
                    "{\"name\": \"two\", \"nodes\": [{\"name\": \"a\"}, {\"name\": \"b\"}], \"steps\": [{\"do\": \"observe\"}]}");
            assertThat(await(player.load(two)).name()).isEqualTo("two");
            assertThat(lab.nodes()).map(Object::toString).containsExactly("a@localhost", "b@localhost");
            Status end = await(player.play());
            assertThat(end.next()).isEqualTo(1);
            assertThat(end.results().getFirst().json().at("/view/running_nodes"))
                    .hasToString("[\"a@localhost\",\"b@localhost\"]");
            assertThat(await(player.play()).next()).isEqualTo(1);
        }
    }
}
