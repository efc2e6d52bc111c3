package mirrorlab.lab.conform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.List;
import mirrorlab.lab.ledger.Rules;
import org.junit.jupiter.api.Test;

class ConcernTest {

    private static List<String> of(String scenario, String path) {
        return Concern.of(scenario, new Difference(1, path, BooleanNode.TRUE, BooleanNode.FALSE));
    }

    @Test
    void a_field_that_one_rule_speaks_of_names_that_rule() {
        assertThat(of("kill-mirror-only", "/steps/4/result/view/queues/0/recoverable_slaves/0"))
                .containsExactly("F-17");
        assertThat(of("kill-mirror-only", "/steps/4/result/redelivered/0")).containsExactly("F-12");
    }

    @Test
    void other_fields_name_what_the_scenario_holds() {
        assertThat(of("kill-master-unsynced-mirror-loss", "/steps/8/result/bodies")).contains("F-13")
                .allSatisfy(each -> assertThat(Rules.find(each)).isPresent());
    }

    @Test
    void nothing_is_said_of_what_nobody_knows() {
        assertThat(of("a-scenario-of-somebody", "/steps/1/result/bodies")).isEmpty();
    }
}
