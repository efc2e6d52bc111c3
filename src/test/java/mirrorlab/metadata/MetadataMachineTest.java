package mirrorlab.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class MetadataMachineTest {
    private static final NodeName ONE = Machines.node(1);
    private static final NodeName TWO = Machines.node(2);
    private static final NodeName THREE = Machines.node(3);

    private static QueueName queue(String name) {
        return new QueueName("/", name);
    }

    private static MetadataChange created(String name, NodeName master) {
        return new MetadataChange.QueueCreated(queue(name), true, false, null, Map.of(), new ReplicaId(master, 1, 1),
                false);
    }

    @Test
    void nodes_that_join_know_the_same_in_the_same_order() {
        Machines all = Machines.of(1, 3);
        for (int i = 1; i <= 3; i++) {
            assertThat(all.of(i).state().running()).containsExactly(ONE, TWO, THREE);
            assertThat(all.of(i).sequencer()).isEqualTo(ONE);
            assertThat(all.of(i).busy()).isEmpty();
        }
    }

    @Test
    void a_proposal_is_answered_when_every_running_node_has_applied_it() { // M-08
        Machines all = Machines.of(1, 3);
        long number = all.of(2).propose(created("q", TWO));
        all.deliver(2, 1);
        all.deliver(1, 2);
        all.deliver(2, 1);
        assertThat(all.told(2)).doesNotContain(new MetadataEffect.Answered(number, true));
        all.settle();
        assertThat(all.told(2)).contains(new MetadataEffect.Answered(number, true));
        assertThat(all.of(3).state().queue(queue("q"))).isNotNull();
    }

    @Test
    void of_two_proposals_of_the_same_queue_the_second_does_nothing() {
        Machines all = Machines.of(1, 2);
        long first = all.of(1).propose(created("q", ONE));
        long second = all.of(2).propose(created("q", TWO));
        all.settle();
        assertThat(all.told(1)).contains(new MetadataEffect.Answered(first, true));
        assertThat(all.told(2)).contains(new MetadataEffect.Answered(second, false));
    }

    @Test
    void the_elder_sequences_when_the_sequencer_dies() {
        Machines all = Machines.of(1, 3);
        all.kill(1);
        all.notice(2, 1);
        all.notice(3, 1);
        all.settle();
        assertThat(all.of(2).sequencer()).isEqualTo(TWO);
        assertThat(all.of(3).sequencer()).isEqualTo(TWO);
        assertThat(all.of(3).state().running()).containsExactly(TWO, THREE);
    }

    @Test
    void what_one_survivor_has_reaches_all_and_what_nobody_has_is_proposed_again() {
        Machines all = Machines.of(1, 3);
        all.of(1).propose(created("seen by three", ONE));
        all.deliver(1, 3);
        long number = all.of(2).propose(created("seen by nobody", TWO));
        all.kill(1);
        all.notice(2, 1);
        all.notice(3, 1);
        all.settle();
        for (int i = 2; i <= 3; i++) {
            assertThat(all.of(i).state().queue(queue("seen by three"))).isNotNull();
            assertThat(all.of(i).state().queue(queue("seen by nobody"))).isNotNull();
            assertThat(all.of(i).busy()).isEmpty();
        }
        assertThat(all.told(2)).contains(new MetadataEffect.Answered(number, true));
    }

    @Test
    void survivors_that_gave_way_to_each_other_elect_again() {
        Machines all = Machines.of(1, 4);
        all.kill(1);
        all.notice(3, 1);
        all.notice(4, 1); // asks, and is heard late
        all.notice(2, 1);
        all.deliver(2, 3);
        all.deliver(2, 4); // both give way to the eldest
        all.kill(2);
        all.notice(4, 2);
        all.deliver(4, 3); // gives way to four
        all.notice(3, 2);
        all.deliver(3, 4); // an old question of three, which four gives way to
        all.settle();
        assertThat(all.of(3).sequencer()).isEqualTo(all.of(4).sequencer());
        assertThat(all.of(3).busy()).isEmpty();
        assertThat(all.of(4).busy()).isEmpty();
        assertThat(all.of(4).state().running()).containsExactly(THREE, Machines.node(4));
    }

    @Test
    void a_joiner_takes_no_notice_of_a_failover_from_an_earlier_life_of_its_sequencer() {
        Machines all = Machines.of(1, 2);
        all.start(3).join(ONE);
        all.of(3).on(TWO, new MetadataMessage.Freeze(1, ONE, 99, 5));
        all.settle();
        assertThat(all.of(3).isInside()).isTrue();
        assertThat(all.of(3).sequencer()).isEqualTo(ONE);
    }

    @Test
    void a_joiner_turns_deaf_to_a_sequencer_that_others_lost() {
        Machines all = Machines.of(1, 2);
        all.start(3).join(ONE);
        all.of(3).on(TWO, new MetadataMessage.Freeze(1, ONE, 1, 5));
        all.deliver(3, 1);
        all.deliver(1, 3);
        assertThat(all.of(3).isInside()).isFalse();
    }

    @Test
    void a_sequencer_that_lives_does_not_wait_for_a_joiner_that_turned_deaf_to_it() {
        Machines all = Machines.of(1, 2);
        all.start(3).join(ONE);
        all.of(3).on(TWO, new MetadataMessage.Freeze(1, ONE, 1, 5));
        all.settle();
        assertThat(all.of(1).busy()).isEmpty();
        assertThat(all.of(1).state().running()).containsExactly(ONE, TWO);
        all.of(3).join(ONE); // it hears it again
        all.settle();
        assertThat(all.of(3).isInside()).isTrue();
        assertThat(all.of(1).state().running()).containsExactly(ONE, TWO, THREE);
        assertThat(all.of(1).busy()).isEmpty();
    }

    @Test
    void a_node_that_comes_back_is_the_youngest() { // F-06
        Machines all = Machines.of(1, 3);
        all.kill(2);
        all.notice(1, 2);
        all.notice(3, 2);
        all.settle();
        assertThat(all.of(1).state().running()).containsExactly(ONE, THREE);
        all.start(2).join(ONE);
        all.settle();
        assertThat(all.of(2).state().running()).containsExactly(ONE, THREE, TWO);
    }

    @Test
    void the_proposal_of_an_earlier_life_is_not_taken() {
        Machines all = Machines.of(1, 2);
        all.of(1).on(TWO, new MetadataMessage.Propose(new MetadataSnapshot.Proposal(7, 1), created("q", TWO)));
        all.settle();
        assertThat(all.of(1).state().queue(queue("q"))).isNull();
    }

    private static MetadataChange bound(String exchange, String queue) {
        return new MetadataChange.Bound(new Binding(new ExchangeName("/", exchange), true, queue, "", Map.of()));
    }

    @Test
    void exchanges_and_bindings_survive_the_sequencer_and_reach_a_joiner() {
        Machines all = Machines.of(1, 3);
        all.of(2).propose(created("q", TWO));
        all.of(1).propose(new MetadataChange.ExchangeDeclared(
                new Exchange(new ExchangeName("/", "x"), "fanout", false, false, false, Map.of())));
        all.settle();
        long bound = all.of(3).propose(bound("x", "q"));
        long again = all.of(3).propose(bound("amq.fanout", "q"));
        all.deliver(3, 1);
        all.deliver(1, 2);
        all.kill(1);
        all.notice(2, 1);
        all.notice(3, 1);
        all.settle();
        assertThat(all.told(3)).contains(new MetadataEffect.Answered(bound, true),
                new MetadataEffect.Answered(again, true));
        all.start(1).join(TWO);
        all.settle();
        for (int i = 1; i <= 3; i++) {
            assertThat(all.of(i).state().snapshot()).isEqualTo(all.of(2).state().snapshot());
            for (String each : List.of("x", "amq.fanout")) {
                assertThat(all.of(i).state().routes().route(new ExchangeName("/", each), "", Map::of).queues())
                        .containsExactly(queue("q"));
            }
        }
    }
}
