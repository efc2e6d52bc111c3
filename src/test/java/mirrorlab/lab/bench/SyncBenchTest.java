package mirrorlab.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;
import org.junit.jupiter.api.Test;

class SyncBenchTest {

    private static LiveLab embedded() throws IOException, NotPossible, InterruptedException {
        LiveLab lab = LiveLab.open(new Scenario("", "", "", ClusterFile.threeNodes(), List.of()),
                new LabOptions(true, false));
        try {
            lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            lab.close();
            throw new IOException("the cluster did not start", e);
        }
        return lab;
    }

    @Test
    void a_backlog_is_synchronised_to_two_mirrors_of_the_labs_own_nodes() throws Exception {
        BenchResult result = new SyncBench(new SyncBench.Asked(1, List.of(7_000), null), SyncBenchTest::embedded).run();
        assertThat(result.figures()).extracting(Figure::name).startsWith("7,000 messages to two mirrors");
        assertThat(result.figures().getFirst().median()).isPositive();
        assertThat(result.figures().getFirst().isMet()).isTrue();
        assertThat(result.notes()).first().asString().startsWith("round 1 of 7000 began with a load average of ");
    }

    @Test
    void a_command_that_fails_is_told() {
        OtherBroker broker = new OtherBroker(List.of(URI.create("amqp://127.0.0.1:1/")), List.of("false"));
        assertThatThrownBy(() -> broker.run("eval", "all.")).isInstanceOf(IOException.class)
                .hasMessage("false eval ended with status 1: ");
    }

    @Test
    void a_command_that_does_not_end_is_ended() {
        OtherBroker broker = new OtherBroker(List.of(URI.create("amqp://127.0.0.1:1/")), List.of("sleep"),
                Duration.ofSeconds(1));
        assertThatThrownBy(() -> broker.run("1000")).isInstanceOf(IOException.class)
                .hasMessage("sleep 1000 did not end within 1 s; are the broker and its epmd running?");
    }
}
