package mirrorlab.ui.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Story;
import mirrorlab.ui.TopologyStory;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

/// What runs along the lines.
class WaysTest {
    private static final long SECOND = 1_000_000_000;
    private final TopologyStory story = new TopologyStory(new Story().welcome().others()).shop();
    private final TopologyModel model = TopologyModelsTest.model(story.story.entries(), "", false);
    private final Ways ways = new Ways();

    private List<Entry> fresh(Happening... happenings) {
        int before = story.story.entries().size();
        for (Happening each : happenings) {
            story.story.node(Story.R1, each);
        }
        return story.story.entries().subList(before, story.story.entries().size());
    }

    private static List<String> hops(Way way) {
        return way.hops().stream().map(hop -> hop.stream()
                .map(each -> each.from().name() + ">" + each.to().name()).sorted().toList().toString()).toList();
    }

    private Happening routed(List<String> through, List<String> to, long first, long last) {
        return new Happening.PublishesRouted(Story.CHANNEL, TopologyStory.x(through.getFirst()), "k",
                through.stream().map(TopologyStory::x).toList(), to.stream().map(QueueName::of).toList(),
                Story.messages(Story.CHANNEL, first, last));
    }

    @Test
    void a_publish_runs_hop_by_hop_through_exchanges_to_queues() {
        assertThat(hops(Way.of(model, List.of("shop", "news"), List.of("audit", "mail"))))
                .containsExactly("[shop>news]", "[news>audit, news>mail]");
        assertThat(hops(Way.of(model, List.of("shop", "rest"), List.of("unmatched"))))
                .containsExactly("[shop>rest]", "[rest>unmatched]");
    }

    @Test
    void an_unroutable_publish_ends_at_its_last_exchange() {
        Way way = Way.of(model, List.of("by.type"), List.of());
        assertThat(way.hops()).isEmpty();
        assertThat(way.end()).isEqualTo(Spot.exchange("by.type"));
        ways.take(fresh(routed(List.of("by.type"), List.of(), 1, 3)), model, SECOND);
        assertThat(ways.runs()).singleElement().satisfies(run -> assertThat(run.count()).isEqualTo(3));
    }

    @Test
    void a_publish_by_a_queues_name_runs_from_the_default_exchange_once_for_all_replicas() {
        Happening toMaster = new Happening.CopiesSent(Story.ORDERS, Story.CHANNEL, Story.replica(Story.R2, 1), true,
                Story.messages(Story.CHANNEL, 70, 71));
        Happening toMirror = new Happening.CopiesSent(Story.ORDERS, Story.CHANNEL, Story.replica(Story.R3, 1), true,
                Story.messages(Story.CHANNEL, 70, 71));
        ways.take(fresh(toMaster, toMirror), model, SECOND);
        assertThat(ways.runs()).singleElement()
                .satisfies(run -> assertThat(hops(run.way())).containsExactly("[>orders]"));
    }

    @Test
    void copies_of_a_routed_publish_are_not_shown_twice() {
        ways.take(fresh(routed(List.of("shop"), List.of("orders"), 80, 80),
                new Happening.CopiesSent(Story.ORDERS, Story.CHANNEL, Story.replica(Story.R2, 1), true,
                        Story.messages(Story.CHANNEL, 80, 80))),
                model, SECOND);
        assertThat(ways.runs()).singleElement()
                .satisfies(run -> assertThat(hops(run.way())).containsExactly("[shop>orders]"));
    }

    @Test
    void dead_letters_run_back_to_their_exchange_and_on() {
        Interval one = new Interval(Story.CHANNEL, 1, 1);
        ways.take(fresh(new Happening.MessagesDeadLettered(QueueName.of("mail"), Story.replica(Story.R2, 40),
                "rejected", one, one, List.of(QueueName.of("dead.letters")))), model, SECOND);
        assertThat(hops(ways.runs().getFirst().way())).containsExactly("[mail>dead]", "[dead>dead.letters]");
    }

    @Test
    void runs_end_and_a_busy_line_becomes_a_ribbon() {
        for (int i = 0; i < 100; i++) {
            ways.take(fresh(routed(List.of("shop"), List.of("orders"), 100 + i, 100 + i)), model, SECOND + i);
        }
        assertThat(ways.runs()).hasSize(Ways.MOST);
        assertThat(ways.ribbons().values()).containsExactly(100L);
        ways.take(List.of(), model, SECOND + Ways.HOP + Ways.AFTERGLOW + 1_000);
        assertThat(ways.isStill()).isTrue();
    }

    @Test
    void what_happens_in_another_virtual_host_is_not_drawn() {
        TopologyModel other = TopologyModelsTest.model(story.story.entries(), "", false);
        Happening elsewhere = new Happening.PublishesRouted(Story.CHANNEL,
                new mirrorlab.vocabulary.ExchangeName("test", "shop"), "k", List.of(), List.of(),
                Story.messages(Story.CHANNEL, 1, 1));
        ways.take(fresh(elsewhere), other, SECOND);
        assertThat(ways.isStill()).isTrue();
    }
}
