package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// Which inputs a machine takes together.
class RunTest {
    private static final Input PLAIN = new Input.FromClient(1, 1,
            new mirrorlab.channel.ClientMethod.BasicAck(1, false));
    private static final Input OTHER = new Input.PeerDown(NodeName.of("rabbit2"), 1);

    @Test
    void plain_inputs_go_together_and_any_other_ends_the_run() {
        Run run = new Run();
        assertThat(run.add(PLAIN)).isTrue();
        assertThat(run.add(PLAIN)).isTrue();
        assertThat(run.add(OTHER)).isFalse();
        assertThat(run.plain()).containsExactly(PLAIN, PLAIN);
        assertThat(run.other()).isEqualTo(OTHER);
        assertThat(run.inputs()).containsExactly(PLAIN, PLAIN, OTHER);
        assertThatThrownBy(() -> run.add(PLAIN)).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("nothing is taken together with PeerDown");
    }

    @Test
    void a_run_of_one_has_nothing_else() {
        assertThat(Run.of(OTHER).plain()).isEmpty();
        assertThat(Run.of(PLAIN).plain()).isEqualTo(List.of(PLAIN));
        assertThat(Run.of(PLAIN).other()).isNull();
    }
}
