package mirrorlab.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;
import org.junit.jupiter.api.Test;

class PublishBenchTest {

    private static LiveLab embedded() throws Exception {
        LiveLab lab = LiveLab.open(new Scenario("", "", "", ClusterFile.threeNodes(), List.of()),
                new LabOptions(true, false));
        try {
            lab.started().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            lab.close();
            throw e;
        }
        return lab;
    }

    @Test
    void every_case_has_its_own_name() {
        assertThat(PublishCase.all()).hasSize(48).extracting(PublishCase::name).doesNotHaveDuplicates()
                .contains("100 in flight, 1024 bytes, persistent, at a mirror, consumed");
    }

    @Test
    void a_case_is_measured_at_the_labs_own_nodes() throws Exception {
        PublishBench.Asked asked = new PublishBench.Asked(1, 0.1, 0.5,
                Pattern.compile("^100 in flight, 12 bytes, persistent, at a mirror"), List.of());
        BenchResult result = new PublishBench(asked, () -> {
            try {
                return embedded();
            } catch (Exception e) {
                throw new NotPossible(String.valueOf(e));
            }
        }).run();
        assertThat(result.figures()).extracting(Figure::name).containsExactly(
                "100 in flight, 12 bytes, persistent, at a mirror",
                "100 in flight, 12 bytes, persistent, at a mirror, consumed");
        assertThat(result.figures()).allSatisfy(each -> assertThat(each.median()).isPositive());
        assertThat(result.notes()).singleElement().asString().startsWith("round 1 began with a load average of ");
    }

    @Test
    void a_name_that_no_case_has_is_refused() {
        PublishBench.Asked asked = new PublishBench.Asked(1, 1, 1, Pattern.compile("^fast"), List.of());
        assertThatThrownBy(() -> new PublishBench(asked, PublishBenchTest::never).run())
                .isInstanceOf(NotPossible.class).hasMessageStartingWith("no case is called like --only ^fast");
    }

    private static LiveLab never() {
        throw new IllegalStateException("nothing is to be measured");
    }
}
