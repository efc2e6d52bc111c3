package mirrorlab.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.policy.Policy;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.Unsigned;
import org.junit.jupiter.api.Test;

/// Exchanges, bindings, virtual hosts and accounts as changes of the metadata (M-01 to M-07).
class TopologyTest {
    private static final NodeName NODE = NodeName.of("rabbit1");
    private final MetadataState state = new MetadataState();

    private boolean apply(MetadataChange change) {
        return state.apply(null, null, change).effective();
    }

    private static ExchangeName x(String name) {
        return new ExchangeName("/", name);
    }

    private static Exchange exchange(String name, String type, boolean durable, boolean autoDelete) {
        return new Exchange(x(name), type, durable, autoDelete, false, Map.of());
    }

    private static Binding toQueue(String source, String queue) {
        return new Binding(x(source), true, queue, "", Map.of());
    }

    private static Binding toExchange(String source, String exchange) {
        return new Binding(x(source), false, exchange, "", Map.of());
    }

    private boolean queue(String vhost, String name, boolean durable) {
        return apply(new MetadataChange.QueueCreated(new QueueName(vhost, name), durable, false, null,
                Map.of("x-max-length", new Unsigned(16, 9)), new ReplicaId(NODE, 1, 1), false));
    }

    private List<String> route(String exchange) {
        return state.routes().route(x(exchange), "", Map::of).queues().stream().map(QueueName::name).toList();
    }

    @Test
    void every_virtual_host_begins_with_the_same_exchanges() { // M-02
        assertThat(apply(new MetadataChange.VhostAdded("other"))).isTrue();
        assertThat(apply(new MetadataChange.VhostAdded("other"))).isFalse();
        for (String vhost : List.of("/", "other")) {
            assertThat(state.exchanges().stream().filter(each -> each.name().vhost().equals(vhost))
                    .map(each -> each.name().name())).containsExactly("", "amq.direct", "amq.fanout", "amq.headers",
                            "amq.match", "amq.rabbitmq.trace", "amq.topic");
        }
        assertThat(apply(new MetadataChange.ExchangeDeclared(new Exchange(new ExchangeName("none", "x"), "direct", true,
                false, false, Map.of())))).isFalse();
    }

    @Test
    void a_binding_needs_both_ends_and_exists_once() {
        assertThat(apply(new MetadataChange.ExchangeDeclared(exchange("x", "fanout", true, false)))).isTrue();
        assertThat(apply(new MetadataChange.ExchangeDeclared(exchange("x", "direct", true, false)))).isFalse();
        assertThat(apply(new MetadataChange.Bound(toQueue("x", "q")))).isFalse();
        queue("/", "q", true);
        assertThat(apply(new MetadataChange.Bound(toQueue("x", "q")))).isTrue();
        assertThat(apply(new MetadataChange.Bound(toQueue("x", "q")))).isFalse();
        assertThat(apply(new MetadataChange.Bound(toQueue("missing", "q")))).isFalse();
        assertThat(apply(new MetadataChange.Bound(toQueue("", "q")))).isFalse();
        assertThat(apply(new MetadataChange.Bound(new Binding(x("x"), true, "q", "", Map.of("a", 1))))).isTrue();
        assertThat(route("x")).containsExactly("q");
        assertThat(apply(new MetadataChange.Unbound(toQueue("x", "q")))).isTrue();
        assertThat(apply(new MetadataChange.Unbound(toQueue("x", "q")))).isFalse();
        assertThat(route("x")).containsExactly("q");
        assertThat(apply(new MetadataChange.QueueDeleted(QueueName.of("q"), null, "deleted"))).isTrue();
        assertThat(state.bindings()).isEmpty();
    }

    @Test
    void auto_delete_exchanges_go_with_the_last_binding_from_them_one_after_the_other() {
        for (String each : List.of("a", "b", "c")) {
            apply(new MetadataChange.ExchangeDeclared(exchange(each, "fanout", true, true)));
        }
        queue("/", "q", true);
        apply(new MetadataChange.Bound(toExchange("a", "b")));
        apply(new MetadataChange.Bound(toExchange("b", "c")));
        apply(new MetadataChange.Bound(toQueue("c", "q")));
        assertThat(apply(new MetadataChange.ExchangeDeleted(x("c"), true))).as("it is in use").isFalse();
        apply(new MetadataChange.QueueDeleted(QueueName.of("q"), null, "deleted"));
        assertThat(state.exchange(x("a"))).isNull();
        assertThat(state.exchange(x("b"))).isNull();
        assertThat(state.exchange(x("c"))).isNull();
        assertThat(state.bindings()).isEmpty();
    }

    @Test
    void a_queue_that_is_down_keeps_its_bindings_and_is_not_routed_to() { // N-05, N-06, M-05
        apply(new MetadataChange.NodeJoined(NODE, 1));
        apply(new MetadataChange.ExchangeDeclared(exchange("x", "fanout", true, false)));
        queue("/", "durable", true);
        queue("/", "transient", false);
        apply(new MetadataChange.Bound(toQueue("x", "durable")));
        apply(new MetadataChange.Bound(toQueue("x", "transient")));
        apply(new MetadataChange.NodeLeft(NODE, 1));
        assertThat(route("x")).isEmpty();
        assertThat(state.bindings()).containsExactly(toQueue("x", "durable"));
        apply(new MetadataChange.NodeJoined(NODE, 2));
        apply(new MetadataChange.QueueRecovered(QueueName.of("durable"), new ReplicaId(NODE, 1, 1),
                new ReplicaId(NODE, 2, 1), false));
        assertThat(route("x")).containsExactly("durable");
    }

    @Test
    void the_alternate_exchange_of_an_argument_counts_before_that_of_a_policy() {
        Map<String, Object> arguments = Map.of("alternate-exchange", "first");
        apply(new MetadataChange.ExchangeDeclared(new Exchange(x("x"), "direct", true, false, false, arguments)));
        apply(new MetadataChange.ExchangeDeclared(exchange("y", "direct", true, false)));
        queue("/", "one", true);
        queue("/", "two", true);
        for (String each : List.of("first", "second")) {
            apply(new MetadataChange.ExchangeDeclared(exchange(each, "fanout", true, false)));
        }
        apply(new MetadataChange.Bound(toQueue("first", "one")));
        apply(new MetadataChange.Bound(toQueue("second", "two")));
        assertThat(route("y")).isEmpty();
        apply(new MetadataChange.PolicySet(
                new Policy("/", "ae", "^[xy]$", "exchanges", 0, Map.of("alternate-exchange", "second"))));
        assertThat(route("x")).containsExactly("one");
        assertThat(route("y")).containsExactly("two");
        apply(new MetadataChange.PolicyCleared("/", "ae"));
        assertThat(route("y")).isEmpty();
    }

    @Test
    void a_virtual_host_goes_with_everything_in_it() { // M-07
        apply(new MetadataChange.VhostAdded("other"));
        queue("other", "q", true);
        queue("/", "q", true);
        apply(new MetadataChange.PolicySet(new Policy("other", "p", "", "all", 0, Map.of("max-length", 1))));
        apply(new MetadataChange.PermissionsSet(new Permissions("guest", "other", "", "", "")));
        apply(new MetadataChange.Bound(
                new Binding(new ExchangeName("other", "amq.fanout"), true, "q", "", Map.of())));
        MetadataState.Outcome outcome = state.apply(null, null, new MetadataChange.VhostDeleted("other"));
        assertThat(outcome.changed()).containsExactly(new QueueName("other", "q"));
        assertThat(state.queue(QueueName.of("q"))).isNotNull();
        assertThat(state.snapshot()).asString().doesNotContain("other");
        assertThat(queue("other", "q", true)).isFalse();
    }

    @Test
    void users_have_permissions_only_where_both_exist() {
        assertThat(apply(new MetadataChange.PermissionsSet(new Permissions("u", "/", "", "", "")))).isFalse();
        apply(new MetadataChange.UserPut(new User("u", Bytes.EMPTY, List.of())));
        assertThat(apply(new MetadataChange.UserPut(new User("u", Bytes.EMPTY, List.of())))).isFalse();
        assertThat(apply(new MetadataChange.PermissionsSet(new Permissions("u", "none", "", "", "")))).isFalse();
        assertThat(apply(new MetadataChange.PermissionsSet(new Permissions("u", "/", "", "", "")))).isTrue();
        assertThat(apply(new MetadataChange.UserDeleted("u"))).isTrue();
        assertThat(state.permissions("u", "/")).isNull();
    }

    @Test
    void limits_go_with_their_holder() {
        assertThat(apply(new MetadataChange.LimitSet(new Limit(true, "u", "max-channels", 1)))).isFalse();
        apply(new MetadataChange.UserPut(new User("u", Bytes.EMPTY, List.of())));
        assertThat(apply(new MetadataChange.LimitSet(new Limit(true, "u", "max-channels", 1)))).isTrue();
        assertThat(apply(new MetadataChange.LimitSet(new Limit(true, "u", "max-channels", 1)))).isFalse();
        assertThat(apply(new MetadataChange.LimitSet(new Limit(false, "/", "max-queues", -1)))).isTrue();
        assertThat(state.limit(true, "u", "max-channels")).isEqualTo(1);
        assertThat(state.limit(false, "/", "max-queues")).isNull();
        MetadataState restored = new MetadataState();
        restored.restore(MetadataFile.decode(MetadataFile.encode(state.snapshot())));
        assertThat(restored.limits()).isEqualTo(state.limits()).hasSize(2);
        apply(new MetadataChange.UserDeleted("u"));
        assertThat(state.limit(true, "u", "max-channels")).isNull();
        assertThat(apply(new MetadataChange.LimitCleared(false, "/", "max-queues"))).isTrue();
        assertThat(state.limits()).isEmpty();
    }

    @Test
    void a_password_is_kept_as_rabbitmq_keeps_it() {
        Bytes salt = Bytes.of(new byte[]{(byte) 0x90, (byte) 0x8d, (byte) 0xc6, 0x0a});
        Bytes hash = PasswordHash.of("test12", salt); // the example of RabbitMQ's documentation
        assertThat(java.util.Base64.getEncoder().encodeToString(hash.array()))
                .isEqualTo("kI3GCqW5JLMJa4iX1lo7X4D6XbYqlLgxIs30+P6tENUV2POR");
        assertThat(PasswordHash.matches(hash, "test12")).isTrue();
        assertThat(PasswordHash.matches(hash, "test13")).isFalse();
        assertThat(PasswordHash.matches(Bytes.EMPTY, "")).isFalse();
    }

    @Test
    void the_disk_keeps_everything_with_the_types_of_arguments() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("long", 5L);
        arguments.put("int", 5);
        arguments.put("byte", (byte) 5);
        arguments.put("unsigned", new Unsigned(32, 5));
        arguments.put("bytes", Bytes.of("x"));
        arguments.put("when", Instant.ofEpochSecond(1_700_000_000));
        arguments.put("list", List.of(1, 2L, Map.of("deep", true)));
        apply(new MetadataChange.ExchangeDeclared(new Exchange(x("x"), "headers", true, false, false, arguments)));
        queue("/", "q", true);
        apply(new MetadataChange.Bound(new Binding(x("x"), true, "q", "k", arguments)));
        apply(new MetadataChange.UserPut(new User("u", Bytes.of("hash"), List.of("a"))));
        apply(new MetadataChange.OperatorPolicySet(new Policy("/", "o", "", "all", 0, Map.of("max-length", 1))));
        MetadataSnapshot back = MetadataFile.decode(MetadataFile.encode(state.snapshot()));
        assertThat(back).isEqualTo(state.snapshot());
        MetadataState again = new MetadataState();
        again.restoreFromDisk(back);
        assertThat(again.snapshot()).isEqualTo(state.snapshot());
        assertThat(again.routes().route(x("x"), "k", () -> arguments).queues()).containsExactly(QueueName.of("q"));
    }

    @Test
    void a_transient_exchange_ends_when_the_whole_cluster_was_down() { // M-03, M-04
        apply(new MetadataChange.ExchangeDeclared(exchange("durable", "fanout", true, false)));
        apply(new MetadataChange.ExchangeDeclared(exchange("transient", "fanout", false, false)));
        queue("/", "q", true);
        apply(new MetadataChange.Bound(toQueue("durable", "q")));
        apply(new MetadataChange.Bound(toQueue("transient", "q")));
        MetadataState joiner = new MetadataState();
        joiner.restore(state.snapshot());
        assertThat(joiner.exchange(x("transient"))).as("it lives while some node does").isNotNull();
        MetadataState alone = new MetadataState();
        alone.restoreFromDisk(state.snapshot());
        assertThat(alone.exchange(x("transient"))).isNull();
        assertThat(alone.bindings()).containsExactly(toQueue("durable", "q"));
    }
}
