package mirrorlab.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.membership.BootDecision.Decision;
import mirrorlab.membership.BootDecision.Past;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BootDecisionTest {
    private final NodeName one = new NodeName("rabbit1@localhost");
    private final NodeName two = new NodeName("rabbit2@localhost");
    private final NodeName three = new NodeName("rabbit3@localhost");
    private final List<NodeName> all = List.of(one, two, three);

    private BootDecision of(NodeName self, @Nullable Past past) {
        return new BootDecision(self, all, past);
    }

    private static Status waiting(boolean alone, List<NodeName> known) {
        return new Status(false, known.isEmpty(), alone, null, known, List.of());
    }

    private Status serving(NodeName... running) {
        return new Status(true, false, false, running[0], all, List.of(running));
    }

    @Test
    void the_first_node_of_the_file_begins_once_it_has_listened() {
        BootDecision decision = of(one, null);
        assertThat(decision.decide()).isInstanceOf(Decision.Await.class);
        decision.listened();
        assertThat(decision.decide()).isEqualTo(new Decision.BootAlone());
    }

    @Test
    void the_first_node_of_the_file_begins_at_once_when_everybody_is_there() {
        BootDecision decision = of(one, null);
        decision.heard(two, waiting(false, List.of()));
        decision.heard(three, waiting(false, List.of()));
        assertThat(decision.decide()).isEqualTo(new Decision.BootAlone());
    }

    @Test
    void another_new_node_waits_for_the_first() {
        BootDecision decision = of(two, null);
        decision.listened();
        assertThat(decision.decide()).isEqualTo(new Decision.Await("for " + one + ", which starts the cluster"));
    }

    @Test
    void new_nodes_join_in_the_order_of_the_file() {
        BootDecision decision = of(three, null);
        decision.heard(one, serving(one));
        decision.heard(two, waiting(false, List.of()));
        assertThat(decision.decide()).isEqualTo(new Decision.Await("for " + two + ", which joins first"));
        decision.heard(one, serving(one, two));
        decision.heard(two, serving(one, two));
        assertThat(decision.decide()).isEqualTo(new Decision.Join(one));
    }

    @Test
    void a_joiner_waits_for_links_to_all_that_run() {
        BootDecision decision = of(two, new Past(all, all));
        decision.heard(one, serving(one, three));
        assertThat(decision.decide()).isEqualTo(new Decision.Await("for a link to " + three));
        decision.heard(three, serving(one, three));
        assertThat(decision.decide()).isEqualTo(new Decision.Join(one));
    }

    @Test
    void nobody_begins_beside_a_node_that_is_being_let_in() {
        BootDecision decision = of(one, new Past(all, List.of(one)));
        decision.heard(two, new Status(false, false, false, three, all, all));
        decision.listened();
        assertThat(decision.decide()).isEqualTo(new Decision.Await("for " + two + ", which is being let in"));
    }

    @Test
    void the_last_to_go_down_boots_alone() {
        BootDecision decision = of(two, new Past(all, List.of(two)));
        assertThat(decision.mayBeAlone()).isTrue();
        decision.listened();
        assertThat(decision.decide()).isEqualTo(new Decision.BootAlone());
    }

    @Test
    void of_two_that_may_be_alone_the_smaller_name_loads() {
        BootDecision smaller = of(one, new Past(all, List.of(one)));
        smaller.heard(two, waiting(true, all));
        smaller.listened();
        assertThat(smaller.decide()).isEqualTo(new Decision.BootAlone());
        BootDecision larger = of(two, new Past(all, List.of(two)));
        larger.heard(one, waiting(true, all));
        larger.listened();
        assertThat(larger.decide()).isEqualTo(new Decision.Await("for " + one + " to load first"));
    }

    @Test
    void who_went_down_early_waits_for_those_that_ran_on() {
        BootDecision decision = of(one, new Past(all, List.of(one, three)));
        decision.listened();
        assertThat(decision.decide())
                .isEqualTo(new Decision.Await("for " + List.of(three) + ", which ran when this node went down"));
    }

    @Test
    void when_everybody_waits_the_smallest_name_begins() {
        BootDecision decision = of(one, new Past(all, all));
        decision.heard(two, waiting(false, all));
        decision.heard(three, waiting(false, all));
        assertThat(decision.decide()).isEqualTo(new Decision.BootAlone());
        decision.unlinked(three);
        decision.listened();
        assertThat(decision.decide()).isInstanceOf(Decision.Await.class);
    }
}
