package mirrorlab.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.policy.Policy;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.forecast.PolicyPreview;
import mirrorlab.vocabulary.forecast.PolicyPreview.PassedOver;
import mirrorlab.vocabulary.forecast.PolicyPreview.Why;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a policy would change, before it is set (PO-01, PO-09 to PO-11, PO-15, F-32).
class PolicyForecastTest {
    private static final NodeName A = NodeName.of("a");
    private static final NodeName B = NodeName.of("b");
    private static final NodeName C = NodeName.of("c");
    private static final List<NodeName> ALL = List.of(A, B, C);

    private static Policy policy(String name, String pattern, int priority, Map<String, Object> definition) {
        return new Policy("/", name, pattern, "queues", priority, definition);
    }

    private static PolicyPreview.Queue one(List<Policy> now, Policy draft, QueueRecord record) {
        PolicyPreview preview = PolicyForecast.of(now, draft, List.of(record), ALL);
        assertThat(preview.queues()).hasSize(1);
        return preview.queues().getFirst();
    }

    private static QueueRecord record(NodeName master, List<NodeName> mirrors, List<NodeName> synchronised,
            @Nullable String policy) {
        return new QueueRecord(QueueName.of("orders"), 1, true, false, null, Map.of(), new ReplicaId(master, 1, 1), 1,
                policy == null && mirrors.isEmpty() ? null : replicas(mirrors), replicas(synchronised), List.of(),
                List.of(), policy, false);
    }

    private static List<ReplicaId> replicas(List<NodeName> nodes) {
        return nodes.stream().map(each -> new ReplicaId(each, 1, 2)).toList();
    }

    @Test
    void all_adds_a_mirror_on_every_other_node() {
        PolicyPreview.Queue queue = one(List.of(), policy("ha", "^orders", 0, Map.of("ha-mode", "all")),
                record(A, List.of(), List.of(), null));
        assertThat(queue.policy()).isEqualTo("ha");
        assertThat(queue.added()).containsExactlyInAnyOrder(B, C);
        assertThat(queue.removed()).isEmpty();
        assertThat(queue.rule()).isEqualTo("PO-09");
    }

    @Test
    void what_chance_decides_is_said_to_be_chance() {
        PolicyPreview.Queue queue = one(List.of(),
                policy("ha", "^orders", 0, Map.of("ha-mode", "exactly", "ha-params", 2)),
                record(A, List.of(), List.of(), null));
        assertThat(queue.added()).isEmpty();
        assertThat(queue.drawn().count()).isEqualTo(1);
        assertThat(queue.drawn().among()).containsExactlyInAnyOrder(B, C);
    }

    @Test
    void fewer_mirrors_keep_the_eldest() {
        PolicyPreview.Queue queue = one(List.of(policy("ha", "", 0, Map.of("ha-mode", "all"))),
                policy("ha", "", 0, Map.of("ha-mode", "exactly", "ha-params", 2)),
                record(A, List.of(C, B), List.of(C, B), "ha"));
        assertThat(queue.removed()).containsExactly(B);
        assertThat(queue.mirrorsThen()).containsExactly(C);
    }

    @Test
    void nodes_without_the_master_move_it_to_a_synchronised_mirror() {
        PolicyPreview.Queue queue = one(List.of(), policy("ha", "", 0,
                Map.of("ha-mode", "nodes", "ha-params", List.of("b@localhost", "c@localhost"))),
                record(A, List.of(B), List.of(B), null));
        assertThat(queue.movesMaster()).isTrue();
        assertThat(queue.masterThen()).isEqualTo(B);
        assertThat(queue.added()).containsExactly(C);
    }

    @Test
    void a_policy_of_higher_priority_stays_in_force() {
        Policy other = policy("two", "", 5, Map.of("ha-mode", "exactly", "ha-params", 2));
        PolicyPreview.Queue queue = one(List.of(other), policy("ha", "", 0, Map.of("ha-mode", "all")),
                record(A, List.of(B), List.of(B), "two"));
        assertThat(queue.policy()).isEqualTo("two");
        assertThat(queue.priority()).isEqualTo(5);
        assertThat(queue.isStill()).isTrue();
        assertThat(queue.rule()).isEqualTo("PO-01");
        assertThat(queue.others()).containsExactly(new PassedOver("ha", 0, Why.PRIORITY));
    }

    @Test
    void those_that_do_not_count_are_told_with_the_reason() {
        Policy first = policy("a", "^ord", 1, Map.of("ha-mode", "all"));
        Policy lower = policy("b", "orders", 0, Map.of("ha-mode", "all"));
        Policy elsewhere = policy("c", "^else", 9, Map.of("ha-mode", "all"));
        Policy exchanges = new Policy("/", "d", "", "exchanges", 9, Map.of("alternate-exchange", "x"));
        PolicyPreview.Queue queue = one(List.of(lower, elsewhere, exchanges, first),
                policy("ha", "", 1, Map.of("ha-mode", "all")), record(A, List.of(), List.of(), null));
        assertThat(queue.policy()).isEqualTo("a");
        assertThat(queue.others()).containsExactly(new PassedOver("ha", 1, Why.NAME),
                new PassedOver("b", 0, Why.PRIORITY), new PassedOver("d", 9, Why.KIND));
    }

    @Test
    void a_pattern_that_finds_the_queue_no_more_takes_its_mirrors() {
        PolicyPreview.Queue queue = one(List.of(policy("ha", "", 0, Map.of("ha-mode", "all"))),
                policy("ha", "^else", 0, Map.of("ha-mode", "all")), record(A, List.of(B, C), List.of(B), "ha"));
        assertThat(queue.policy()).isNull();
        assertThat(queue.removed()).containsExactly(B, C);
        assertThat(queue.rule()).isEqualTo("PO-15");
    }

    @Test
    void a_queue_that_it_does_not_concern_is_left_out() {
        assertThat(PolicyForecast.of(List.of(), policy("ha", "^else", 0, Map.of("ha-mode", "all")),
                List.of(record(A, List.of(), List.of(), null)), ALL).queues()).isEmpty();
    }
}
