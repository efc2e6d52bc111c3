package mirrorlab.ui.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Badge;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.TopologyStory;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

/// What the management screen shows of a cluster (ux: the real screen's words and badges).
class TwinModelsTest {
    private static final QueueName PLAIN = QueueName.of("plain");

    /// So many milliseconds after the last entry.
    private static Screen screen(Story story, long later) {
        Desk desk = new Desk(new RecordedLab(story.entries()));
        desk.frame(0);
        Moment moment = desk.timeline().shown();
        long now = moment.millis() + later;
        return new Screen(moment, Rates.of(desk.timeline(), moment, now),
                Minute.before(desk.timeline(), moment.entries()), now, false);
    }

    private static QueueRow row(Screen screen, String queue) {
        return QueueRows.of(screen).stream().filter(each -> each.name().equals(queue)).findFirst().orElseThrow();
    }

    private static List<String> badges(QueueRow row) {
        return row.badges().stream().map(each -> each.kind() == Badge.Kind.UNSYNCHRONISED
                ? "red " + each.text()
                : each.text()).toList();
    }

    private static Story plain(Map<String, Object> arguments, boolean exclusive, String state) {
        Story story = new Story().threeNodes();
        ReplicaId master = Story.replica(Story.R1, 5);
        story.node(Story.R1, new Happening.QueueRecorded(PLAIN, 7, true, true, exclusive, arguments, master, null,
                List.of(), List.of(), null, state));
        return story.holds(PLAIN, master, "master", 1, 3, 0);
    }

    @Test
    void an_unsynchronised_queue_reads_blue_nought_then_red() {
        QueueRow orders = row(screen(new Story().welcomeBeforeKill(), 0), "orders");
        assertThat(badges(orders)).containsExactly("+0", "red +2");
        assertThat(orders.badges().get(1).nodes()).containsExactly(Story.R2, Story.R3);
        assertThat(orders.node()).isEqualTo(Story.R1);
    }

    @Test
    void a_synchronised_mirror_is_counted_in_blue_only() {
        assertThat(badges(row(screen(new Story().welcome(), 0), "orders"))).containsExactly("+1");
    }

    @Test
    void a_synchronising_queue_says_how_far_it_is() {
        Screen screen = screen(new Story().welcome().others(), 60_000);
        QueueRow jobs = row(screen, "jobs");
        assertThat(badges(jobs)).containsExactly("+0", "red +1", "Syncing: 37%");
        assertThat(jobs.state()).isEqualTo(QueueState.SYNCING);
        QueueDetails details = QueueDetails.of(QueueName.of("jobs"), screen).orElseThrow();
        assertThat(details.syncPercent()).isEqualTo(37);
        assertThat(details.canSynchronise()).isFalse();
    }

    @Test
    void a_mirrored_queue_without_a_master_has_no_state_and_no_numbers() { // F-26
        QueueRow billing = row(screen(new Story().welcome().others(), 0), "billing");
        assertThat(billing.state()).isEqualTo(QueueState.NONE);
        assertThat(billing.counts()).isNull();
        assertThat(Marks.count(billing.total())).isEqualTo("NaN");
        assertThat(billing.badges()).isEmpty();
        assertThat(billing.node()).isEqualTo(Story.R1);
    }

    @Test
    void a_queue_whose_only_node_is_down_is_down() { // N-06
        QueueRow down = row(screen(plain(Map.of(), false, "down"), 0), "plain");
        assertThat(down.state()).isEqualTo(QueueState.DOWN);
        assertThat(down.state().colour()).isEqualTo(QueueState.Colour.RED);
        assertThat(down.counts()).isNull();
    }

    @Test
    void a_quiet_queue_is_idle_since_the_last_that_was_heard_of_it() {
        Story story = plain(Map.of(), false, "live");
        assertThat(row(screen(story, 100), "plain").state()).isEqualTo(QueueState.RUNNING);
        QueueRow idle = row(screen(story, QueueState.IDLE_AFTER_MILLIS), "plain");
        assertThat(idle.state()).isEqualTo(QueueState.IDLE);
        assertThat(idle.idleSinceMillis()).isEqualTo(screen(story, 0).nowMillis());
        assertThat(idle.counts()).isEqualTo(new QueueRow.Counts(3, 0));
    }

    @Test
    void states_that_only_other_clusters_tell_have_their_words_too() {
        assertThat(row(screen(plain(Map.of(), false, "flow"), 0), "plain").state()).isEqualTo(QueueState.FLOW);
        assertThat(row(screen(plain(Map.of(), false, "crashed"), 0), "plain").state()).isEqualTo(QueueState.CRASHED);
        assertThat(row(screen(plain(Map.of(), false, "stopped"), 0), "plain").state()).isEqualTo(QueueState.STOPPED);
        Desk desk = new Desk(new RecordedLab(List.of()));
        for (QueueState state : QueueState.values()) {
            assertThat(desk.texts().bundle().containsKey("twin.state." + state.word() + ".tip")).isTrue();
        }
    }

    @Test
    void features_have_the_letters_of_the_real_screen_in_its_order() {
        Map<String, Object> arguments = Map.of("x-message-ttl", 60_000, "x-max-length", 10, "x-overflow",
                "reject-publish", "x-dead-letter-exchange", "dead", "x-dead-letter-routing-key", "k", "x-max-priority",
                5, "x-single-active-consumer", true, "x-queue-master-locator", "random", "x-own", "word");
        QueueRow row = row(screen(plain(arguments, true, "live"), 0), "plain");
        assertThat(row.features()).extracting(Feature::letters).containsExactly("D", "AD", "Excl", "TTL", "Lim",
                "Ovfl", "DLX", "DLK", "ML", "Pri", "SAC", "Args");
        assertThat(row.features().get(3).text()).isEqualTo("x-message-ttl: 60000");
        assertThat(row.features().getLast().text()).isEqualTo("arguments: x-own: word");
    }

    @Test
    void mirrors_stand_one_a_line_and_those_that_lack_messages_are_marked() {
        Screen screen = screen(new Story().welcome().others(), 0);
        QueueDetails audit = QueueDetails.of(QueueName.of("audit"), screen).orElseThrow();
        assertThat(audit.mirrors()).containsExactly(new QueueDetails.Mirror(Story.R3, false));
        assertThat(audit.canSynchronise()).isTrue();
        assertThat(audit.consumers()).containsExactly(
                new QueueDetails.Consumer("127.0.0.1:50000 (1)", "c1", true, 5));
        assertThat(QueueDetails.of(PLAIN, screen(plain(Map.of(), false, "live"), 0)).orElseThrow().mirrors()).isEmpty();
        assertThat(QueueDetails.of(PLAIN, screen(plain(Map.of(), true, "live"), 0)).orElseThrow().mirrors()).isNull();
        assertThat(QueueDetails.of(QueueName.of("no-such"), screen)).isEmpty();
    }

    @Test
    void an_operator_policy_is_merged_into_the_effective_definition() { // PO-05
        Story story = new Story().welcome();
        story.node(Story.R2, new Happening.PolicySet("/", "ha-nodes", "^orders", "queues", 0,
                Map.of("ha-mode", "all", "max-length", 100)));
        story.node(Story.R2, new Happening.OperatorPolicySet("/", "limits", "^ord", "queues", 0,
                Map.of("max-length", 50, "expires", 1000)));
        story.node(Story.R2,
                new Happening.OperatorPolicySet("/", "others", "^x", "queues", 9, Map.of("max-length", 1)));
        Screen screen = screen(story, 0);
        QueueDetails orders = QueueDetails.of(Story.ORDERS, screen).orElseThrow();
        assertThat(orders.effective()).containsExactly(Map.entry("expires", "1000"), Map.entry("ha-mode", "all"),
                Map.entry("max-length", "50"));
        assertThat(orders.row().operatorPolicy()).isEqualTo("limits");
        assertThat(PolicyRow.of(screen)).extracting(PolicyRow::name).containsExactly("ha-nodes");
        assertThat(PolicyRow.ofOperator(screen)).extracting(PolicyRow::name).containsExactly("limits", "others");
        story.node(Story.R2, new Happening.OperatorPolicyCleared("/", "limits"));
        assertThat(row(screen(story, 0), "orders").operatorPolicy()).isNull();
    }

    @Test
    void rates_are_those_of_the_last_five_seconds() {
        Story story = plain(Map.of(), false, "live");
        ReplicaId master = Story.replica(Story.R1, 5);
        ChannelId channel = new ChannelId(Story.R1, 1, 30);
        story.publish(PLAIN, channel, 1, 10, "m", List.of(master));
        story.node(Story.R1, new Happening.MessagesDelivered(PLAIN, master, channel, "c", false, false,
                Story.messages(channel, 1, 5)));
        story.node(Story.R1, new Happening.MessagesSettled(PLAIN, master, "acknowledged",
                Story.messages(channel, 1, 3)));
        assertThat(row(screen(story, 0), "plain").rate()).isEqualTo(new QueueRate(2, 1, 0.6));
        assertThat(screen(story, 0).rates().total()).isEqualTo(new QueueRate(2, 1, 0.6));
        assertThat(row(screen(story, Rates.WINDOW_MILLIS + 1000), "plain").rate().isNone()).isTrue();
        assertThat(Marks.rate(0.6)).isEqualTo("0.60/s");
        assertThat(Marks.rate(120)).isEqualTo("120/s");
    }

    @Test
    void equal_moments_give_equal_rows() {
        Story story = new Story().welcome().others();
        assertThat(QueueRows.of(screen(story, 0))).isEqualTo(QueueRows.of(screen(story, 0)));
        assertThat(ClusterOverview.of(screen(story, 0))).isEqualTo(ClusterOverview.of(screen(story, 0)));
    }

    @Test
    void the_overview_counts_and_knows_who_does_not_run() {
        ClusterOverview overview = ClusterOverview.of(screen(new Story().welcome().others(), 0));
        assertThat(overview.nodes()).extracting(ClusterOverview.Node::isRunning).containsExactly(false, true, true);
        assertThat(overview.ready()).isEqualTo(25 + 1840 + 120_000);
        assertThat(overview.queues()).isEqualTo(4);
        assertThat(overview.consumers()).isEqualTo(1);
        assertThat(overview.nodes().get(1).masters()).isEqualTo(3);
        assertThat(OverviewController.uptime(312)).isEqualTo("5m 12s");
        assertThat(OverviewController.uptime(7500)).isEqualTo("2h 5m");
        assertThat(OverviewController.uptime(90_000)).isEqualTo("1d 1h");
    }

    @Test
    void the_list_is_filtered_by_text_or_expression() {
        List<QueueRow> rows = QueueRows.of(screen(new Story().welcome().others(), 0));
        assertThat(QueueRows.filter(rows, "", false)).hasSize(4);
        assertThat(QueueRows.filter(rows, "OR", false)).extracting(QueueRow::name).containsExactly("orders");
        assertThat(QueueRows.filter(rows, "^(a|b)", true)).extracting(QueueRow::name).containsExactly("audit",
                "billing");
        assertThat(QueueRows.filter(rows, "^(a", true)).isEmpty();
    }

    @Test
    void values_are_typed_as_their_line_says() {
        assertThat(KeyValueRows.value("2", KeyValueRows.Kind.NUMBER)).isEqualTo(2L);
        assertThat(KeyValueRows.value("two", KeyValueRows.Kind.NUMBER)).isEqualTo("two");
        assertThat(KeyValueRows.value("1.5", KeyValueRows.Kind.NUMBER)).isEqualTo(1.5);
        assertThat(KeyValueRows.value("NaN", KeyValueRows.Kind.NUMBER)).isEqualTo("NaN");
        assertThat(KeyValueRows.value("2", KeyValueRows.Kind.STRING)).isEqualTo("2");
        assertThat(KeyValueRows.value("true", KeyValueRows.Kind.BOOLEAN)).isEqualTo(true);
        assertThat(KeyValueRows.value("a@b, c@d", KeyValueRows.Kind.LIST)).isEqualTo(List.of("a@b", "c@d"));
        assertThat(KeyValueRows.kindOf(List.of())).isEqualTo(KeyValueRows.Kind.LIST);
        assertThat(KeyValueRows.kindOf(null)).isEqualTo(KeyValueRows.Kind.STRING);
    }

    @Test
    void exchanges_show_what_is_in_and_what_goes_out() {
        Story story = new TopologyStory(new Story().welcome()).shop().story;
        Screen screen = screen(story, 0);
        ExchangeRow shop = ExchangeDetails.of(TopologyStory.x("shop"), screen).orElseThrow().row();
        // 12 to three queues and 1 to two, over five seconds
        assertThat(shop.rate()).isEqualTo(new ExchangeRate(13 / 5.0, 38 / 5.0));
        assertThat(shop.features()).extracting(Feature::letters).containsExactly("D", "AE");
        assertThat(ExchangeRow.of(screen).getFirst().name()).isEqualTo("(AMQP default)");
        assertThat(ExchangeRow.of(screen).getFirst().isStandard()).isTrue();
        ExchangeDetails news = ExchangeDetails.of(TopologyStory.x("news"), screen).orElseThrow();
        assertThat(news.from()).containsExactly(new ExchangeDetails.Bound(false, "shop", "#.news", Map.of()));
        assertThat(news.to()).extracting(ExchangeDetails.Bound::other).containsExactly("audit", "mail");
        ExchangeDetails byType = ExchangeDetails.of(TopologyStory.x("by.type"), screen).orElseThrow();
        assertThat(byType.unroutable()).isEqualTo(3);
        assertThat(byType.to().getFirst().argumentText()).isEqualTo("type: goods, x-match: all");
        assertThat(ExchangeDetails.of(TopologyStory.x("none"), screen)).isEmpty();
    }

    @Test
    void what_came_to_queues_through_no_exchange_came_through_the_default_one() {
        Screen screen = screen(new TopologyStory(new Story()).known().story.welcomeBeforeKill(), 0);
        assertThat(ExchangeRow.of(screen).getFirst().rate()).isEqualTo(new ExchangeRate(13, 13));
    }

    @Test
    void a_policy_for_all_applies_to_exchanges_too() {
        Story story = new TopologyStory(new Story().threeNodes()).known().story;
        story.node(Story.R1, new Happening.PolicySet("/", "ha-all", "^amq", "all", 0, Map.of("ha-mode", "all")));
        story.node(Story.R1, new Happening.PolicySet("/", "of-queues", "^amq", "queues", 9, Map.of("expires", 1)));
        List<ExchangeRow> rows = ExchangeRow.of(screen(story, 0));
        assertThat(rows.get(0).policy()).isNull();
        assertThat(rows.get(1).policy()).isEqualTo("ha-all");
    }

    @Test
    void a_channel_counts_what_is_open_on_both_sides() {
        Story story = new Story().welcomeBeforeKill();
        ChannelId channel = new ChannelId(Story.R2, 1, 9);
        ReplicaId master = Story.replica(Story.R1, 1);
        story.channel(channel, 4, "p2").pause(10_000);
        story.node(Story.R2, new Happening.ConsumerAdded(Story.R2, channel, Story.ORDERS, "c1", 20, false));
        story.node(Story.R1, new Happening.MessagesDelivered(Story.ORDERS, master, channel, "c1", false, false,
                Story.messages(Story.CHANNEL, 1, 20)));
        story.pause(6000);
        story.publish(Story.ORDERS, channel, 1, 10, "x", List.of(master)).confirmed(channel, 1, 7);
        story.node(Story.R1, new Happening.MessagesSettled(Story.ORDERS, master, "acknowledged",
                Story.messages(Story.CHANNEL, 1, 5)));
        List<ChannelRow> rows = ChannelRow.of(screen(story, 0));
        assertThat(rows).extracting(ChannelRow::state).containsExactly("idle", "running");
        ChannelRow row = rows.get(1);
        assertThat(row.name()).isEqualTo("127.0.0.1:50000 (1)");
        assertThat(row.user()).isEqualTo("guest");
        assertThat(row.mode()).isEqualTo("C");
        assertThat(row.prefetch()).isEqualTo(20);
        assertThat(row.unconfirmed()).isEqualTo(3);
        assertThat(row.unacknowledged()).isEqualTo(15);
        // the acknowledgements are those of deliveries before the window
        assertThat(row.rate()).isEqualTo(new ChannelRate(2, 1.4, 0, 1));
    }

    @Test
    void a_channel_without_credit_is_in_flow_and_so_is_its_connection() { // P-30
        Story story = new Story().welcomeBeforeKill();
        ChannelId channel = new ChannelId(Story.R2, 1, 9);
        story.channel(channel, 4, "p2");
        story.node(Story.R2, new Happening.ChannelFlow(Story.R2, channel, true));
        assertThat(ChannelRow.of(screen(story, 60_000)).get(1).state()).isEqualTo("flow");
        assertThat(ConnectionRow.of(screen(story, 0))).extracting(ConnectionRow::state).containsExactly("running",
                "flow");
        story.node(Story.R2, new Happening.ConnectionBlocked(Story.R2, 4, true, "low on memory"));
        assertThat(ConnectionRow.of(screen(story, 0)).get(1).state()).isEqualTo("blocked");
        story.node(Story.R2, new Happening.ChannelFlow(Story.R2, channel, false));
        assertThat(ChannelRow.of(screen(story, 60_000)).get(1).state()).isEqualTo("idle");
    }

    @Test
    void a_chart_has_a_value_for_every_second_of_the_minute() {
        Screen screen = screen(new Story().welcome(), 0);
        Chart queued = screen.minute().queued(Story.ORDERS, screen.nowMillis());
        assertThat(queued.lines()).extracting(Chart.Line::word).containsExactly("ready", "unacked", "total");
        List<Double> ready = queued.lines().getFirst().values();
        assertThat(ready).hasSize(60).startsWith(0.0).contains(40.0).endsWith(25.0);
        assertThat(queued.top()).isEqualTo(100); // above the 65 before the kill
        Chart rates = screen.minute().rates(null, screen.nowMillis());
        assertThat(rates.lines()).extracting(Chart.Line::word).containsExactly("publish", "confirm", "ack");
        Screen later = screen(new Story().welcome(), 10_000);
        assertThat(later.minute().rates(null, later.nowMillis()).lines().getFirst().values().stream()
                .mapToDouble(each -> each).sum()).isCloseTo(65, org.assertj.core.data.Offset.offset(0.001));
        assertThat(screen.minute().queued(null, screen.nowMillis())).isEqualTo(queued);
    }

    @Test
    void a_minute_later_the_chart_is_level_and_without_a_master_it_has_a_gap() {
        Screen later = screen(new Story().welcome(), 90_000);
        assertThat(later.minute().queued(Story.ORDERS, later.nowMillis()).lines().getFirst().values())
                .containsOnly(25.0);
        assertThat(later.minute().rates(null, later.nowMillis()).lines()).allSatisfy(line -> assertThat(line.values())
                .containsOnly(0.0));
        Story story = new Story().welcomeBeforeKill().pause(5000);
        story.lab(new Happening.NodeDied(Story.R1, 4772, 137, List.of()));
        Screen killed = screen(story, 5000);
        assertThat(killed.minute().queued(Story.ORDERS, killed.nowMillis()).lines().getFirst().newest()).isNaN();
        assertThat(killed.minute().queued(null, killed.nowMillis()).lines().getFirst().newest()).isZero();
    }

    @Test
    void a_promoted_mirror_need_not_say_again_what_it_holds() {
        Story story = new Story().welcomeBeforeKill().pause(5000);
        story.lab(new Happening.NodeDied(Story.R1, 4772, 137, List.of()));
        ReplicaId mirror = Story.replica(Story.R2, 1);
        story.node(Story.R2, new Happening.MirrorPromoted(Story.ORDERS, mirror, Story.replica(Story.R1, 1), 2, false,
                List.of(), "ha-nodes", "ha-promote-on-failure", "always", true, 25, 0, 0, ""));
        Screen screen = screen(story, 5000);
        for (QueueName queue : Arrays.asList(Story.ORDERS, null)) {
            assertThat(screen.minute().queued(queue, screen.nowMillis()).lines().getFirst().newest()).isEqualTo(25);
        }
    }

    @Test
    void old_seconds_are_forgotten_but_not_how_deep_queues_were() {
        Story story = new Story().welcome();
        for (int i = 0; i < 200; i++) {
            story.pause(1000).node(Story.R2, new Happening.PublishesAnswered(Story.CHANNEL, "confirmed",
                    Story.messages(Story.CHANNEL, 100 + i, 100 + i)));
        }
        Screen screen = screen(story, 0);
        assertThat(screen.minute().queued(Story.ORDERS, screen.nowMillis()).lines().getLast().values())
                .containsOnly(25.0);
        assertThat(screen.minute().rates(null, screen.nowMillis()).lines().get(1).newest()).isEqualTo(1.0);
    }

    @Test
    void persistent_messages_are_told_from_those_in_memory_only() {
        Story story = new Story().welcomeBeforeKill();
        assertThat(QueueDetails.of(Story.ORDERS, screen(story, 0)).orElseThrow().persistent()).isEqualTo(65);
        ReplicaId master = Story.replica(Story.R1, 1);
        story.node(Story.R1, new Happening.CopiesSent(Story.ORDERS, Story.CHANNEL, master, false,
                Story.messages(Story.CHANNEL, 66, 70)));
        story.holds(Story.ORDERS, master, "master", 1, 70, 0);
        assertThat(QueueDetails.of(Story.ORDERS, screen(story, 0)).orElseThrow().persistent()).isEqualTo(65);
    }
}
