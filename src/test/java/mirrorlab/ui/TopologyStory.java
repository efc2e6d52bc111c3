package mirrorlab.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.ExchangePicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.PermissionPicture;
import mirrorlab.journal.UserPicture;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// A shop's exchanges and bindings, told by three nodes.
public final class TopologyStory {
    private static final List<NodeName> NODES = List.of(Story.R1, Story.R2, Story.R3);
    public final Story story;

    public TopologyStory(Story story) {
        this.story = story;
    }

    public static ExchangeName x(String name) {
        return new ExchangeName("/", name);
    }

    public static ExchangePicture exchange(String name, String type, @Nullable String alternate) {
        return new ExchangePicture(new Exchange(x(name), type, true, false, name.equals("amq.rabbitmq.trace"),
                alternate == null ? Map.of() : Map.of("alternate-exchange", alternate)), alternate);
    }

    private static List<ExchangePicture> standard() {
        List<ExchangePicture> all = new ArrayList<>();
        all.add(exchange("", "direct", null));
        all.add(exchange("amq.direct", "direct", null));
        all.add(exchange("amq.fanout", "fanout", null));
        all.add(exchange("amq.headers", "headers", null));
        all.add(exchange("amq.match", "headers", null));
        all.add(exchange("amq.rabbitmq.trace", "topic", null));
        all.add(exchange("amq.topic", "topic", null));
        return all;
    }

    public TopologyStory all(Happening happening) {
        NODES.forEach(each -> story.node(each, happening));
        return this;
    }

    /// What a cluster begins with.
    public TopologyStory known() {
        return all(new Happening.MetadataKnown(standard(), List.of(), List.of("/"),
                List.of(new UserPicture("guest", List.of("administrator"))),
                List.of(new PermissionPicture("guest", "/", ".*", ".*", ".*"))));
    }

    public TopologyStory queue(String name, Map<String, Object> arguments) {
        return all(new Happening.QueueRecorded(QueueName.of(name), 1, true, false, false, arguments,
                Story.replica(Story.R2, 40), null, List.of(), List.of(), null, "live"));
    }

    public TopologyStory bound(String source, String queue, String key, Map<String, Object> arguments) {
        return all(new Happening.Bound(new Binding(x(source), true, queue, key, arguments)));
    }

    public TopologyStory routed(String exchange, String key, List<String> through, List<String> to, long first,
            long last) {
        story.node(Story.R1, new Happening.PublishesRouted(Story.CHANNEL, x(exchange), key,
                through.stream().map(TopologyStory::x).toList(), to.stream().map(QueueName::of).toList(),
                Story.messages(Story.CHANNEL, first, last)));
        return this;
    }

    /// Exchanges of every type, one behind another, an alternate one, dead letters; some publishes, one of them unroutable.
    public TopologyStory shop() {
        known();
        queue("invoices", Map.of());
        queue("mail", Map.of("x-dead-letter-exchange", "dead"));
        queue("stock", Map.of("x-dead-letter-exchange", "missing"));
        queue("unmatched", Map.of());
        queue("dead.letters", Map.of());
        all(new Happening.ExchangeRecorded(exchange("shop", "topic", "rest")));
        all(new Happening.ExchangeRecorded(exchange("news", "fanout", null)));
        all(new Happening.ExchangeRecorded(exchange("rest", "fanout", null)));
        all(new Happening.ExchangeRecorded(exchange("dead", "direct", null)));
        all(new Happening.ExchangeRecorded(exchange("by.type", "headers", null)));
        bound("shop", "orders", "order.#", Map.of());
        bound("shop", "invoices", "order.paid", Map.of());
        bound("shop", "invoices", "invoice.*", Map.of());
        bound("shop", "stock", "order.paid", Map.of());
        all(new Happening.Bound(new Binding(x("shop"), false, "news", "#.news", Map.of())));
        bound("news", "mail", "", Map.of());
        bound("news", "audit", "", Map.of());
        bound("rest", "unmatched", "", Map.of());
        bound("dead", "dead.letters", "mail", Map.of());
        bound("by.type", "stock", "", Map.of("x-match", "all", "type", "goods"));
        routed("shop", "order.paid", List.of("shop"), List.of("invoices", "orders", "stock"), 1001, 1012);
        routed("by.type", "", List.of("by.type"), List.of(), 1013, 1015);
        routed("shop", "today.news", List.of("shop", "news"), List.of("audit", "mail"), 1016, 1016);
        all(new Happening.VhostRecorded("test"));
        all(new Happening.UserRecorded(new UserPicture("ann", List.of("monitoring", "policymaker"))));
        all(new Happening.PermissionsRecorded(new PermissionPicture("ann", "/", "^ann\\.", ".*", "^(orders|mail)$")));
        all(new Happening.PermissionsRecorded(new PermissionPicture("guest", "test", ".*", ".*", ".*")));
        return this;
    }

    /// More than a screen takes.
    public TopologyStory large(int queues) {
        known();
        for (int i = 0; i < 12; i++) {
            all(new Happening.ExchangeRecorded(exchange("exchange-" + i, "topic", null)));
        }
        story.many(queues);
        for (int i = 0; i < queues; i++) {
            bound("exchange-" + i % 12, String.format(java.util.Locale.ROOT, "queue-%03d", i), "key." + i, Map.of());
        }
        return this;
    }
}
