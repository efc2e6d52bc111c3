package mirrorlab.ui.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.JournalJson;
import mirrorlab.lab.Texts;
import mirrorlab.ui.Story;
import mirrorlab.ui.TopologyStory;
import org.junit.jupiter.api.Test;

/// What the page shows of a recording.
class TopologyModelsTest {
    private final TopologyStory story = new TopologyStory(new Story().welcome().others());

    static TopologyModel model(List<Entry> entries, String sought, boolean standard) {
        ClusterPicture picture = new ClusterPicture();
        entries.forEach(picture::apply);
        return TopologyModels.of(picture, new TopologyModel.Choice("/", sought, standard));
    }

    private TopologyModel model() {
        return model(story.story.entries(), "", false);
    }

    private static List<String> names(TopologyModel model) {
        return model.exchanges().stream().map(ExchangeBox::name).toList();
    }

    private static Edge edge(TopologyModel model, Spot from, Spot to) {
        return model.edges().stream().filter(each -> each.from().equals(from) && each.to().equals(to)).findFirst()
                .orElseThrow();
    }

    @Test
    void an_old_recording_has_the_default_exchange_and_its_queues() {
        TopologyModel model = model();
        assertThat(names(model)).containsExactly("");
        assertThat(model.queues()).extracting(QueueBox::name).containsExactly("audit", "billing", "jobs", "orders");
        assertThat(model.edges()).hasSize(4).allMatch(each -> each.kind() == Edge.Kind.DEFAULT);
        assertThat(new TopologyWords(Texts.english()).sameness(model, false)).startsWith("No running node");
    }

    @Test
    void standard_exchanges_are_drawn_when_they_are_used_or_wanted() {
        story.known();
        assertThat(names(model())).containsExactly("");
        assertThat(model().hidden()).isEqualTo(6);
        assertThat(names(model(story.story.entries(), "", true))).hasSize(7);
        story.bound("amq.topic", "orders", "#", Map.of());
        assertThat(names(model())).containsExactly("", "amq.topic");
    }

    @Test
    void bindings_between_the_same_two_are_one_line_with_their_keys() {
        TopologyModel model = modelOfShop();
        Edge edge = edge(model, Spot.exchange("shop"), Spot.queue("invoices"));
        assertThat(edge.labels()).extracting(Edge.Label::text).containsExactly("invoice.*", "order.paid");
        assertThat(new TopologyWords(Texts.english()).tag(edge)).isEqualTo("invoice.* +1");
        Edge headers = edge(model, Spot.exchange("by.type"), Spot.queue("stock"));
        assertThat(headers.labels().getFirst().arguments()).contains("\"x-match\":\"all\"");
        assertThat(new TopologyWords(Texts.english()).tag(headers)).isEqualTo("all: type = goods");
        Edge fanout = edge(model, Spot.exchange("news"), Spot.queue("mail"));
        assertThat(new TopologyWords(Texts.english()).tag(fanout)).isEqualTo("every message");
    }

    private TopologyModel modelOfShop() {
        story.shop();
        return model();
    }

    @Test
    void alternate_and_dead_letter_exchanges_are_lines_of_their_own() {
        TopologyModel model = modelOfShop();
        assertThat(edge(model, Spot.exchange("shop"), Spot.exchange("rest")).kind()).isEqualTo(Edge.Kind.ALTERNATE);
        assertThat(edge(model, Spot.queue("mail"), Spot.exchange("dead")).kind()).isEqualTo(Edge.Kind.DEAD_LETTER);
        QueueBox stock = model.queues().stream().filter(each -> each.name().equals("stock")).findFirst().orElseThrow();
        assertThat(stock.deadLettersLost()).isTrue();
        assertThat(new TopologyWords(Texts.english()).sentence(stock)).contains("missing, which does not exist");
    }

    @Test
    void a_policy_gives_a_dead_letter_exchange_unless_the_queue_has_one() {
        modelOfShop();
        story.all(new Happening.PolicySet("/", "ha-nodes", "^orders", "queues", 0,
                Map.of("ha-mode", "all", "dead-letter-exchange", "dead")));
        assertThat(edge(model(), Spot.queue("orders"), Spot.exchange("dead")).kind())
                .isEqualTo(Edge.Kind.DEAD_LETTER);
    }

    @Test
    void exchanges_tell_what_went_through_them_and_what_found_no_queue() {
        TopologyModel model = modelOfShop();
        ExchangeBox shop = model.exchanges().stream().filter(each -> each.name().equals("shop")).findFirst()
                .orElseThrow();
        assertThat(shop.published()).isEqualTo(13);
        assertThat(shop.newest()).isEqualTo(new ExchangeBox.Newest("today.news", List.of("shop", "news"),
                List.of("audit", "mail")));
        ExchangeBox byType = model.exchanges().stream().filter(each -> each.name().equals("by.type")).findFirst()
                .orElseThrow();
        assertThat(byType.unroutable()).isEqualTo(3);
        assertThat(new TopologyWords(Texts.english()).sentence(byType)).contains("3 unroutable", "found no queue");
        assertThat(new TopologyWords(Texts.chinese()).sentence(byType)).contains("3 条无法路由", "没有找到队列");
    }

    @Test
    void what_is_sought_is_drawn_with_what_it_is_linked_with() {
        modelOfShop();
        TopologyModel found = model(story.story.entries(), "MAIL", false);
        assertThat(found.queues()).extracting(QueueBox::name).containsExactly("dead.letters", "mail");
        assertThat(names(found)).containsExactly("", "dead", "news");
        assertThat(found.found()).isEqualTo(1);
        TopologyModel byKey = model(story.story.entries(), "order.paid", false);
        assertThat(byKey.queues()).extracting(QueueBox::name).containsExactly("invoices", "stock");
    }

    @Test
    void nodes_that_know_something_else_are_named() {
        modelOfShop();
        story.story.node(Story.R3, new Happening.VhostRecorded("only-here"));
        TopologyModel model = model();
        assertThat(model.different()).containsExactly("rabbit3");
        assertThat(new TopologyWords(Texts.english()).sameness(model, true))
                .isEqualTo("As rabbit2 knows it; rabbit3 knows something else");
    }

    @Test
    void virtual_hosts_tell_what_is_in_them() {
        assertThat(modelOfShop().vhosts()).containsExactly(
                new TopologyModel.VhostRow("/", 9, 12, 10, List.of("ann", "guest")),
                new TopologyModel.VhostRow("test", 0, 0, 0, List.of("guest")));
    }

    @Test
    void a_saved_journal_gives_the_same_model() {
        TopologyModel model = modelOfShop();
        List<Entry> read = story.story.entries().stream().map(JournalJson::write).map(JournalJson::read).toList();
        assertThat(model(read, "", false)).isEqualTo(model);
    }
}
