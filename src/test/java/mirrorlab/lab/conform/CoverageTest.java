package mirrorlab.lab.conform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;

class CoverageTest {

    private static Coverage of(String name) throws Exception {
        return Coverage.of(ScenarioFile.read(Recordings.scenario(name)));
    }

    @Test
    void scenarios_that_need_what_is_not_there_yet_are_not_run() throws Exception {
        List<String> notYet = new ArrayList<>();
        for (String each : Recordings.names()) {
            if (!of(each).isRun()) {
                notYet.add(each);
            }
        }
        assertThat(notYet).allMatch(each -> each.matches(
                "(forget|join|partition|ram|reset|restart)-.*|maintenance-drain|nonpersistent-messages-whole-cluster-restart"));
        assertThat(notYet).hasSizeLessThan(33);
    }

    @Test
    void the_reason_is_said() throws Exception {
        assertThat(of("ram-only-disc-node-down").notYet()).isEqualTo("ram nodes");
        assertThat(of("partition-ignore-two-nodes").notYet()).matches("step \\d+, partition");
        assertThat(of("restart-doc1-b-then-a").notYet()).contains("the order of restarts");
        assertThat(of("maintenance-drain").notYet()).contains("rabbitmq-upgrade");
    }

    @Test
    void a_command_that_only_lists_is_left_out_and_the_rest_is_run() throws Exception {
        assertThat(of("policy-apply-to")).isEqualTo(new Coverage(java.util.Set.of(14, 15), ""));
        assertThat(of("restart-rolling").isRun()).isTrue();
    }
}
