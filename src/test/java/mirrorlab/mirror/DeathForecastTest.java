package mirrorlab.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.policy.HaSettings;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Doubt;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;
import org.junit.jupiter.api.Test;

/// Node 1 is the master's, the mirrors are on 3 and 2, eldest first; the master holds m1 to m15.
class DeathForecastTest {
    private static final long HELD = 15;
    private static final ChannelId CHANNEL = new ChannelId(node(4), 1, 1);
    private Map<String, Object> policy = new LinkedHashMap<>(Map.of("ha-mode", "all"));
    private List<Integer> mirrors = List.of(3, 2);
    private List<Integer> synchronised = List.of(2, 3);
    private int nodes = 3;
    private boolean durable = true;
    private boolean autoDelete;
    private List<NodeName> consumers = List.of();
    private List<NodeName> holders = List.of();
    private List<NodeName> silent = List.of();
    private final Map<Integer, ReplicaStanding> told = new LinkedHashMap<>();

    DeathForecastTest() {
        tell(1, "master", 1, HELD, false);
        tell(2, "following", 1, HELD, false);
        tell(3, "following", 1, HELD, false);
    }

    private static NodeName node(int number) {
        return NodeName.of("rabbit" + number);
    }

    private static List<NodeName> nodes(Integer... numbers) {
        return List.of(numbers).stream().map(DeathForecastTest::node).toList();
    }

    private static ReplicaId replica(int number) {
        return new ReplicaId(node(number), 1, 1);
    }

    private static MessageSet messages(long first, long last) {
        return MessageSet.of(List.of(new Interval(CHANNEL, first, last)));
    }

    /// Holds m`first` to m`last`.
    private void tell(int node, String phase, long first, long last, boolean syncing) {
        long depth = last - first + 1;
        told.put(node,
                new ReplicaStanding(replica(node), phase, 1, 7, synchronised.contains(node), syncing, depth, depth - 5,
                        messages(first, last), 0, false, node == 1 ? consumers : List.of(),
                        node == 1 ? holders : List.of()));
    }

    /// The younger ones have m11 to m15 only.
    private void unsynchronised() {
        synchronised = List.of();
        tell(2, "following", 11, HELD, false);
        tell(3, "following", 11, HELD, false);
    }

    private QueueForecast of(Death death, Integer... dying) {
        List<ReplicaId> ids = mirrors.stream().map(DeathForecastTest::replica).toList();
        HaSettings settings = HaSettings.of(policy).orElse(null);
        QueueRecord record = new QueueRecord(QueueName.of("q"), 1, durable, autoDelete, null, Map.of(), replica(1), 1,
                settings == null ? null : ids, synchronised.stream().map(DeathForecastTest::replica).toList(),
                List.of(),
                List.of(), settings == null ? null : "ha", false);
        Map<NodeName, Long> running = new LinkedHashMap<>();
        for (int each = 1; each <= nodes; each++) {
            running.put(node(each), 1L);
        }
        ClusterStanding cluster = new ClusterStanding(running, silent,
                List.of(new QueueStanding(record, settings, List.copyOf(told.values()))));
        return DeathForecast.of(new ObservedCluster(cluster), nodes(dying), death).queues().getFirst();
    }

    @Test
    void the_eldest_mirror_takes_over_and_nothing_is_lost() {
        QueueForecast queue = of(Death.KILL, 1);
        assertThat(queue.outcome()).isEqualTo(Outcome.PROMOTED);
        assertThat(queue.promoted()).isEqualTo(node(3)); // F-01
        assertThat(queue.mirrors()).isEqualTo(nodes(2));
        assertThat(queue.kept()).isEqualTo(HELD);
        assertThat(queue.lost().count()).isZero();
        assertThat(queue.doubts()).isEmpty();
    }

    @Test
    void what_an_unsynchronised_mirror_lacks_is_lost_with_its_master() {
        unsynchronised();
        QueueForecast queue = of(Death.KILL, 1);
        assertThat(queue.lost().messages()).isEqualTo(messages(1, 10)); // F-13
        assertThat(queue.reason()).isEqualTo(
                new QueueForecast.Reason("F-02", "ha", "ha-promote-on-failure", "always", true));
    }

    @Test
    void when_synced_keeps_an_unsynchronised_mirror_from_taking_over() {
        unsynchronised();
        policy.put("ha-promote-on-failure", "when-synced");
        QueueForecast queue = of(Death.KILL, 1);
        assertThat(queue.outcome()).isEqualTo(Outcome.DOWN); // F-04
        assertThat(queue.until()).isEqualTo(node(1));
        assertThat(queue.kept()).as("persistent ones").isEqualTo(HELD - 5);
        assertThat(queue.reason().value()).isEqualTo("when-synced");
    }

    @Test
    void a_clean_stop_ends_unsynchronised_mirrors_unless_always_is_set() {
        unsynchronised();
        QueueForecast down = of(Death.STOP, 1);
        assertThat(down.outcome()).isEqualTo(Outcome.DOWN); // F-08
        assertThat(down.reason()).isEqualTo(
                new QueueForecast.Reason("F-08", "ha", "ha-promote-on-shutdown", "when-synced", true));
        policy.put("ha-promote-on-shutdown", "always");
        assertThat(of(Death.STOP, 1).promoted()).isEqualTo(node(3)); // F-09
        policy.put("ha-promote-on-failure", "when-synced");
        assertThat(of(Death.STOP, 1).reason().rule()).isEqualTo("F-10");
    }

    @Test
    void the_recorded_synchronised_mirror_counts_though_it_dies_too() {
        policy.put("ha-promote-on-failure", "when-synced");
        synchronised = List.of(3);
        tell(3, "following", 1, HELD, false);
        tell(2, "following", 11, HELD, false);
        QueueForecast queue = of(Death.KILL, 1, 3);
        assertThat(queue.promoted()).isEqualTo(node(2)); // F-05
        assertThat(queue.lost().messages()).isEqualTo(messages(1, 10));
    }

    @Test
    void a_mirror_that_is_being_synchronised_is_promoted_empty_and_who_holds_more_starts_again() {
        synchronised = List.of(2);
        tell(1, "master", 1, HELD, true);
        tell(3, "following", 1, 4, true);
        tell(2, "following", 1, HELD, false);
        QueueForecast queue = of(Death.KILL, 1);
        assertThat(queue.promoted()).isEqualTo(node(3));
        assertThat(queue.kept()).isZero();
        assertThat(queue.lost().messages()).isEqualTo(messages(1, HELD)); // S-17
        assertThat(queue.mirrors()).isEqualTo(nodes(2));
    }

    @Test
    void a_lost_mirror_is_replaced_by_chance_where_chance_has_a_choice() {
        policy = new LinkedHashMap<>(Map.of("ha-mode", "exactly", "ha-params", 2L));
        mirrors = List.of(2);
        synchronised = List.of(2);
        nodes = 3;
        QueueForecast sure = of(Death.KILL, 2);
        assertThat(sure.outcome()).isEqualTo(Outcome.MIRROR_LOST);
        assertThat(sure.mirrors()).isEqualTo(nodes(3)); // F-16
        assertThat(sure.doubts()).isEmpty();
        nodes = 4;
        QueueForecast open = of(Death.KILL, 2);
        assertThat(open.drawn().count()).isEqualTo(1);
        assertThat(open.drawn().among()).containsExactlyInAnyOrder(node(3), node(4)); // PO-10
        assertThat(open.doubts()).containsExactly(Doubt.RANDOM_PLACEMENT);
        assertThat(open.isDefinite()).isTrue();
    }

    @Test
    void queues_without_mirrors_wait_for_their_node_or_go_with_it() {
        policy = Map.of();
        mirrors = List.of();
        synchronised = List.of();
        assertThat(of(Death.KILL, 1).reason().rule()).isEqualTo("N-06");
        assertThat(of(Death.KILL, 1).until()).isEqualTo(node(1));
        durable = false;
        assertThat(of(Death.STOP, 1).outcome()).isEqualTo(Outcome.GONE); // N-05
        policy = Map.of("ha-mode", "exactly", "ha-params", 1L);
        QueueForecast ghost = of(Death.KILL, 1);
        assertThat(ghost.outcome()).isEqualTo(Outcome.DOWN); // F-25, F-28
        assertThat(ghost.until()).isNull();
        assertThat(ghost.lost().count()).isEqualTo(HELD);
    }

    @Test
    void an_auto_delete_queue_goes_with_its_last_consumer_but_not_with_its_own_node() {
        autoDelete = true;
        consumers = nodes(2);
        tell(1, "master", 1, HELD, false);
        assertThat(of(Death.KILL, 2).outcome()).isEqualTo(Outcome.GONE); // F-37
        assertThat(of(Death.KILL, 1).outcome()).isEqualTo(Outcome.PROMOTED);
        assertThat(of(Death.KILL, 3).outcome()).isEqualTo(Outcome.MIRROR_LOST);
    }

    @Test
    void what_is_under_way_and_who_is_silent_leaves_it_open() {
        told.remove(3);
        silent = nodes(3);
        assertThat(of(Death.KILL, 1).doubts()).containsExactly(Doubt.SILENT_NODE);
        silent = List.of();
        assertThat(of(Death.KILL, 1).promoted()).as("what has ended does not take over").isEqualTo(node(2));
        told.put(3, new ReplicaStanding(replica(3), "following", 1, 6, true, false, 14, 14, messages(1, 14), 0, false,
                new ArrayList<>(), List.of()));
        assertThat(of(Death.KILL, 1).doubts()).containsExactly(Doubt.IN_FLIGHT);
        assertThat(of(Death.KILL, 1).promoted()).isEqualTo(node(3));
    }

    @Test
    void a_master_that_is_not_wanted_may_move_when_what_dead_clients_hold_returns() {
        unsynchronised();
        policy = new LinkedHashMap<>(Map.of("ha-mode", "nodes", "ha-params", List.of("rabbit2@localhost",
                "rabbit3@localhost")));
        nodes = 4;
        holders = nodes(4, 2);
        tell(1, "master", 1, HELD, false);
        QueueForecast queue = of(Death.KILL, 4);
        assertThat(queue.outcome()).isEqualTo(Outcome.UNCHANGED);
        assertThat(queue.doubts()).containsExactly(Doubt.RETURNED_MESSAGES); // PO-13, S-05
        assertThat(queue.isDefinite()).isFalse();
        assertThat(of(Death.KILL, 2).doubts()).containsExactly(Doubt.RETURNED_MESSAGES);
        assertThat(of(Death.KILL, 3).doubts()).as("no client there holds anything").isEmpty();
        assertThat(of(Death.KILL, 1).doubts()).as("a mirror that is wanted takes over").isEmpty();
        policy.put("ha-params", List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"));
        assertThat(of(Death.KILL, 4).doubts()).as("the master is wanted there").isEmpty();
        policy.put("ha-params", List.of("rabbit2@localhost"));
        mirrors = List.of(2);
        assertThat(of(Death.KILL, 2).doubts()).as("no mirror is left to move to").isEmpty();
    }
}
