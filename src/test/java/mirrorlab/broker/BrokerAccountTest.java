package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.Events;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.lab.ledger.Word;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

/// Picture, account and cards over what whole nodes tell, instead of entries told by hand.
class BrokerAccountTest {
    private static final QueueName ORDERS = QueueName.of("orders");
    private final TableCluster cluster = new TableCluster(3);
    private final NodeName one = cluster.node(1);
    private final NodeName two = cluster.node(2);
    private final NodeName three = cluster.node(3);
    private final Ledger ledger = new Ledger();
    private final Map<NodeName, Long> incarnations = new TreeMap<>();
    private long entries;
    private int told;

    private void tell(String origin, long incarnation, Happening happening) {
        entries++;
        Entry entry = new Entry(origin, incarnation, entries, entries << 16, happening);
        ledger.apply(entry);
        assertThat(Texts.english().say(Events.sentence(entry, ledger.picture().names()))).isNotBlank();
        ledger.accounts().forEach(BrokerAccountTest::assertBooksClose);
    }

    private static void assertBooksClose(QueueAccount account) {
        assertThat(account.fates().values().stream().mapToLong(MessageSet::count).sum())
                .isEqualTo(account.published().count());
        assertThat(account.words().values().stream().mapToLong(MessageSet::count).sum())
                .isEqualTo(account.published().count());
    }

    /// Takes over what the nodes told since, and says what a host would say.
    private void listen() {
        for (; told < cluster.happenings.size(); told++) {
            Happening happening = cluster.happenings.get(told);
            long incarnation = switch (happening) {
                case Happening.NodeJoined now -> {
                    incarnations.put(now.node(), now.incarnation());
                    tell(Entry.LAB, 1, new Happening.NodeStarted(now.node(), now.incarnation(), 1, 1, 2));
                    yield now.incarnation();
                }
                case Happening.ConnectionOpened now -> incarnations.getOrDefault(now.node(), 1L);
                case Happening.ConnectionClosed now -> incarnations.getOrDefault(now.node(), 1L);
                default -> 1;
            };
            tell("table", incarnation, happening);
        }
    }

    private void kill(NodeName node) {
        listen();
        tell(Entry.LAB, 1, new Happening.NodeDied(node, 1, 137, List.of()));
        cluster.kill(node);
        listen();
    }

    private void stop(NodeName node) {
        cluster.stop(node);
        listen();
        tell(Entry.LAB, 1, new Happening.NodeStopped(node, 1, 0));
    }

    private void start(NodeName node) {
        cluster.start(node, false);
        cluster.run();
        listen();
    }

    /// A durable queue, a confirming publisher on node two.
    private void declare() {
        cluster.connect(one, 1);
        cluster.connect(two, 2);
        cluster.call(one, 1, new ClientMethod.QueueDeclare("orders", false, true, false, false, false, Map.of()));
        cluster.call(two, 2, new ClientMethod.ConfirmSelect(false));
        listen();
    }

    private void publish(int from, int to, boolean persistent) {
        ChannelId channel = ledger.picture().channels().stream().filter(each -> each.node().equals(two)).findFirst()
                .orElseThrow().channel();
        tell(Entry.LAB, 1, new Happening.MessagesNamed(ORDERS, new Interval(channel, from, to), "m", from));
        for (int i = from; i <= to; i++) {
            cluster.call(two, 2,
                    new ClientMethod.BasicPublish("", "orders", false, persistent, Bytes.EMPTY, Bytes.of("m" + i)));
        }
        listen();
    }

    private void policy(Map<String, Object> more) {
        Map<String, Object> definition = new TreeMap<>(more);
        definition.put("ha-mode", "nodes");
        definition.put("ha-params", List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"));
        cluster.administer(one, new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0, definition));
        listen();
    }

    private String runs(Fate fate) {
        return ledger.picture().runs(ledger.account(ORDERS).orElseThrow().of(fate));
    }

    private List<String> cards() {
        return ledger.cards().stream().map(CauseCard::kind).toList();
    }

    @Test
    void the_welcome_story() {
        declare();
        publish(1, 40, true);
        policy(Map.of());
        assertThat(ledger.picture().queue(ORDERS).orElseThrow().badges()).extracting(each -> each.text())
                .containsExactly("+0",
                        "+2");
        publish(41, 65, true);
        assertThat(runs(Fate.AT_RISK)).isEqualTo("m1…m40");
        assertThat(runs(Fate.SAFE)).isEqualTo("m41…m65");
        kill(one);
        assertThat(runs(Fate.LOST)).isEqualTo("m1…m40");
        assertThat(runs(Fate.SAFE)).isEqualTo("m41…m65");
        QueueAccount account = ledger.account(ORDERS).orElseThrow();
        assertThat(account.lostAlthoughConfirmed().count()).isEqualTo(40);
        assertThat(account.of(Word.CONFIRMED).count()).isEqualTo(65);
        assertThat(cards()).containsExactly("promotion", "loss");
        assertThat(Texts.english().say(ledger.cards().getFirst().explanation().getFirst())).isEqualTo(
                "rabbit2 is the eldest mirror alive; it lacked m1…m40; allowed because ha-promote-on-failure = always (default)");
        start(one);
        assertThat(runs(Fate.LOST)).isEqualTo("m1…m40");
        assertThat(ledger.account(ORDERS).orElseThrow().notes()).noneMatch(each -> each.key().contains("disk"));
    }

    @Test
    void a_clean_stop_keeps_persistent_messages_and_loses_transient_ones() {
        declare();
        publish(1, 4, true);
        publish(5, 6, false);
        policy(Map.of());
        stop(one);
        assertThat(ledger.picture().queue(ORDERS).orElseThrow().state()).isEqualTo(QueuePicture.State.UNREACHABLE);
        assertThat(runs(Fate.UNREACHABLE)).isEqualTo("m1…m4");
        assertThat(runs(Fate.LOST)).isEqualTo("m5…m6");
        assertThat(cards()).containsExactly("all-stopped", "loss");
        start(one);
        assertThat(ledger.account(ORDERS).orElseThrow().of(Fate.UNREACHABLE)).isEqualTo(MessageSet.EMPTY);
        assertThat(runs(Fate.LOST)).isEqualTo("m5…m6");
        assertThat(ledger.picture().queue(ORDERS).orElseThrow().state()).isEqualTo(QueuePicture.State.RUNNING);
    }

    @Test
    void a_refusal_leaves_the_queue_down_until_its_master_returns() {
        declare();
        publish(1, 4, true);
        policy(Map.of("ha-promote-on-failure", "when-synced"));
        kill(one);
        assertThat(cards()).containsExactly("refusal", "refusal", "down");
        assertThat(runs(Fate.UNREACHABLE)).isEqualTo("m1…m4");
        publish(5, 5, true);
        assertThat(runs(Fate.REFUSED)).isEqualTo("m5");
        assertThat(ledger.account(ORDERS).orElseThrow().of(Word.NACKED).count()).isEqualTo(1);
        start(one);
        assertThat(ledger.account(ORDERS).orElseThrow().of(Fate.LOST)).isEqualTo(MessageSet.EMPTY);
        assertThat(runs(Fate.REFUSED)).isEqualTo("m5");
    }

    @Test
    void a_queue_without_mirrors_comes_back_and_its_messages_are_consumed() {
        declare();
        publish(1, 3, true);
        assertThat(runs(Fate.SAFE)).isEqualTo("m1…m3");
        kill(one);
        assertThat(runs(Fate.UNREACHABLE)).isEqualTo("m1…m3");
        publish(4, 4, true);
        assertThat(runs(Fate.UNROUTABLE)).isEqualTo("m4");
        start(one);
        assertThat(runs(Fate.SAFE)).isEqualTo("m1…m3");
        cluster.connect(three, 3);
        cluster.call(three, 3, new ClientMethod.BasicGet("orders", true));
        cluster.call(three, 3, new ClientMethod.BasicGet("orders", false));
        listen();
        assertThat(runs(Fate.AUTO_ACKNOWLEDGED)).isEqualTo("m1");
        assertThat(runs(Fate.UNACKNOWLEDGED)).isEqualTo("m2");
        cluster.call(three, 3, new ClientMethod.BasicAck(0, true));
        cluster.call(three, 3, new ClientMethod.QueuePurge("orders", false));
        listen();
        assertThat(runs(Fate.ACKNOWLEDGED)).isEqualTo("m2");
        assertThat(runs(Fate.PURGED)).isEqualTo("m3");
        assertThat(ledger.account(ORDERS).orElseThrow().duplicates()).isEqualTo(MessageSet.EMPTY);
    }

    @Test
    void a_synchronisation_is_a_block_and_then_nothing_is_at_risk() {
        declare();
        publish(1, 25, true);
        policy(Map.of("ha-sync-batch-size", 10L));
        assertThat(runs(Fate.AT_RISK)).isEqualTo("m1…m25");
        cluster.administer(two, new AdminCommand.SyncQueue(ORDERS));
        listen();
        assertThat(runs(Fate.SAFE)).isEqualTo("m1…m25");
        assertThat(cards()).containsExactly("block");
        kill(one);
        assertThat(runs(Fate.SAFE)).isEqualTo("m1…m25");
        assertThat(cards()).containsExactly("block", "promotion");
    }

    @Test
    void a_consumer_that_gets_its_messages_again_after_a_failover_sees_duplicates() {
        policy(Map.of());
        declare();
        publish(1, 2, true);
        cluster.connect(three, 3);
        cluster.call(three, 3, new ClientMethod.BasicConsume("orders", "c", false, false, false, false, Map.of()));
        listen();
        assertThat(ledger.picture().consumers()).hasSize(1);
        kill(one);
        assertThat(runs(Fate.UNACKNOWLEDGED)).isEqualTo("m1…m2");
        assertThat(ledger.account(ORDERS).orElseThrow().duplicates().count()).isEqualTo(2);
        assertThat(ledger.picture().consumers()).hasSize(1);
        cluster.call(three, 3, new ClientMethod.QueueDelete("orders", false, false, false));
        listen();
        assertThat(runs(Fate.DELETED)).isEqualTo("m1…m2");
    }
}
