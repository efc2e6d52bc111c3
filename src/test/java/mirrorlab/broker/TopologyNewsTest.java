package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.ExchangePicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.JournalJson;
import mirrorlab.journal.Entry;
import mirrorlab.journal.PermissionPicture;
import mirrorlab.journal.UserPicture;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What nodes tell of exchanges, bindings and accounts: each node everything, and no secret.
class TopologyNewsTest {
    private final TableCluster cluster = new TableCluster(2);
    private final NodeName one = cluster.node(1);

    @BeforeEach
    void connect() {
        cluster.connect(one, 1);
        cluster.happenings.clear();
    }

    private void call(ClientMethod method) {
        cluster.call(one, 1, method);
    }

    private void exchange(String name, String type, boolean autoDelete, Map<String, Object> arguments) {
        call(new ClientMethod.ExchangeDeclare(name, type, false, true, autoDelete, false, false, arguments));
    }

    private void queue(String name) {
        call(new ClientMethod.QueueDeclare(name, false, true, false, false, false, Map.of()));
    }

    private <T extends Happening> List<T> told(Class<T> kind) {
        return cluster.happenings.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static ExchangeName x(String name) {
        return new ExchangeName("/", name);
    }

    @Test
    void every_node_tells_of_an_exchange_its_bindings_and_their_end() {
        queue("orders");
        exchange("x", "topic", true, Map.of("alternate-exchange", "rest"));
        call(new ClientMethod.QueueBind("orders", "x", "order.#", false, Map.of()));
        assertThat(told(Happening.ExchangeRecorded.class)).hasSize(2).allSatisfy(each -> {
            ExchangePicture exchange = each.exchange();
            assertThat(exchange.exchange().name()).isEqualTo(x("x"));
            assertThat(exchange.alternate()).isEqualTo("rest");
        });
        Binding binding = new Binding(x("x"), true, "orders", "order.#", Map.of());
        assertThat(told(Happening.Bound.class)).containsExactly(new Happening.Bound(binding),
                new Happening.Bound(binding));
        call(new ClientMethod.QueueDelete("orders", false, false, false));
        assertThat(told(Happening.Unbound.class)).containsExactly(new Happening.Unbound(binding),
                new Happening.Unbound(binding));
        assertThat(told(Happening.ExchangeRemoved.class)).as("it was auto-delete").hasSize(2);
    }

    @Test
    void a_policy_that_gives_an_alternate_exchange_is_told_with_the_exchange() {
        exchange("x", "direct", false, Map.of());
        cluster.happenings.clear();
        cluster.administer(one, new AdminCommand.SetPolicy("/", "ae", "^x$", "exchanges", 0,
                Map.of("alternate-exchange", "rest")));
        assertThat(told(Happening.ExchangeRecorded.class)).hasSize(2)
                .allSatisfy(each -> assertThat(each.exchange().alternate()).isEqualTo("rest"));
    }

    @Test
    void a_node_that_comes_back_tells_all_it_knows() {
        queue("orders");
        exchange("x", "fanout", false, Map.of());
        call(new ClientMethod.QueueBind("orders", "x", "", false, Map.of("a", 1)));
        cluster.kill(cluster.node(2));
        cluster.happenings.clear();
        cluster.start(cluster.node(2), false);
        cluster.run();
        assertThat(told(Happening.MetadataKnown.class)).singleElement().satisfies(known -> {
            assertThat(known.bindings()).containsExactly(new Binding(x("x"), true, "orders", "", Map.of("a", 1)));
            assertThat(known.exchanges()).hasSize(8);
            assertThat(known.vhosts()).containsExactly("/");
            assertThat(known.users()).containsExactly(new UserPicture("guest", List.of("administrator")));
        });
    }

    @Test
    void accounts_are_told_without_any_secret() {
        cluster.administer(one, new AdminCommand.AddVhost("shop"));
        cluster.administer(one, new AdminCommand.PutUser("ann", "s3cret", Bytes.of(new byte[4]), null,
                List.of("monitoring")));
        cluster.administer(one, new AdminCommand.SetPermissions("ann", "shop", "^a", ".*", ""));
        cluster.administer(one, new AdminCommand.ClearPermissions("ann", "shop"));
        cluster.administer(one, new AdminCommand.DeleteUser("ann"));
        cluster.administer(one, new AdminCommand.DeleteVhost("shop"));
        assertThat(told(Happening.UserRecorded.class)).containsOnly(
                new Happening.UserRecorded(new UserPicture("ann", List.of("monitoring")))).hasSize(2);
        assertThat(told(Happening.PermissionsRecorded.class)).containsOnly(
                new Happening.PermissionsRecorded(new PermissionPicture("ann", "shop", "^a", ".*", "")));
        assertThat(cluster.happenings).contains(new Happening.VhostRecorded("shop"),
                new Happening.PermissionsRemoved("ann", "shop"), new Happening.UserRemoved("ann"),
                new Happening.VhostRemoved("shop"));
        for (Happening each : cluster.happenings) {
            assertThat(JournalJson.write(new Entry(one.value(), 1, 1, 1, each)).toLowerCase(java.util.Locale.ROOT))
                    .doesNotContain("s3cret", "password", "hash");
        }
    }

    @Test
    void a_publish_to_an_exchange_is_told_with_its_way() {
        queue("orders");
        exchange("in", "direct", false, Map.of());
        exchange("all", "fanout", false, Map.of());
        call(new ClientMethod.ExchangeBind("all", "in", "k", false, Map.of()));
        call(new ClientMethod.QueueBind("orders", "all", "", false, Map.of()));
        for (String key : List.of("k", "k", "other")) {
            call(new ClientMethod.BasicPublish("in", key, false, true, Bytes.EMPTY, Bytes.of("m")));
        }
        call(new ClientMethod.BasicPublish("", "orders", false, true, Bytes.EMPTY, Bytes.of("m")));
        call(new ClientMethod.BasicPublish("", "nowhere", false, true, Bytes.EMPTY, Bytes.of("m")));
        cluster.pass(200);
        List<Happening.PublishesRouted> told = told(Happening.PublishesRouted.class);
        assertThat(told).extracting(each -> each.exchange().name() + " " + each.routingKey() + " "
                + each.through().stream().map(ExchangeName::name).toList() + " "
                + each.to().stream().map(QueueName::name).toList()).containsOnly("in k [in, all] [orders]",
                        "in other [in] []", " nowhere [] []");
        assertThat(told.stream().mapToLong(each -> each.messages().count()).sum()).isEqualTo(4);
    }
}
