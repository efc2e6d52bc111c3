package mirrorlab.ui.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.ExchangePicture;
import mirrorlab.journal.ExchangeTraffic;
import mirrorlab.journal.Happening;
import mirrorlab.journal.Json;
import mirrorlab.journal.MetadataPicture;
import mirrorlab.journal.PermissionPicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Makes the page's model of a picture: equal pictures give equal models.
public final class TopologyModels {
    private final ClusterPicture picture;
    private final MetadataPicture metadata;
    private final TopologyModel.Choice choice;
    private final Map<String, ExchangeBox> exchanges = new TreeMap<>();
    private final Map<String, QueueBox> queues = new TreeMap<>();
    private final List<Edge> edges = new ArrayList<>();

    private TopologyModels(ClusterPicture picture, TopologyModel.Choice choice) {
        this.picture = picture;
        this.choice = choice;
        metadata = picture.metadata();
    }

    public static TopologyModel of(ClusterPicture picture, TopologyModel.Choice choice) {
        return new TopologyModels(picture, choice).model();
    }

    private TopologyModel model() {
        readExchanges();
        readQueues();
        readBindings();
        int hidden = choice.standard() ? 0 : hideUnusedStandard();
        int found = choice.sought().isBlank() ? -1 : seek(choice.sought().strip().toLowerCase(Locale.ROOT));
        return new TopologyModel(choice.vhost(), vhosts(), List.copyOf(exchanges.values()),
                List.copyOf(queues.values()), List.copyOf(edges), hidden, found, names(metadata.same()),
                names(metadata.different()), metadata.users(), metadata.permissions());
    }

    private static List<String> names(List<NodeName> nodes) {
        return nodes.stream().map(NodeName::shortName).toList();
    }

    private void readExchanges() {
        Map<ExchangeName, ExchangeTraffic> traffic = new TreeMap<>();
        picture.exchangeTraffic().forEach(each -> traffic.put(each.exchange(), each));
        for (ExchangePicture each : metadata.exchanges()) {
            if (each.exchange().name().vhost().equals(choice.vhost())) {
                exchanges.put(each.exchange().name().name(), box(each, traffic.get(each.exchange().name())));
            }
        }
        // of an old recording that tells of no exchange
        exchanges.computeIfAbsent("", unused -> new ExchangeBox("", "direct", true, false, false, true, "", null, 0, 0,
                null));
    }

    private static ExchangeBox box(ExchangePicture each, @Nullable ExchangeTraffic traffic) {
        Exchange exchange = each.exchange();
        String name = exchange.name().name();
        return new ExchangeBox(name, exchange.type(), exchange.durable(), exchange.autoDelete(), exchange.internal(),
                name.isEmpty() || name.startsWith("amq."), text(exchange.arguments()), each.alternate(),
                traffic == null ? 0 : traffic.published(), traffic == null ? 0 : traffic.unroutable(),
                traffic == null
                        ? null
                        : new ExchangeBox.Newest(traffic.routingKey(),
                                traffic.through().stream().map(ExchangeName::name).toList(),
                                traffic.to().stream().map(queue -> queue.name()).toList()));
    }

    private static String text(Map<String, Object> arguments) {
        return arguments.isEmpty() ? "" : Json.write(arguments);
    }

    private void readQueues() {
        Map<String, Happening.PolicySet> policies = new TreeMap<>();
        picture.policies().stream().filter(each -> each.vhost().equals(choice.vhost()))
                .forEach(each -> policies.put(each.name(), each));
        for (QueuePicture each : picture.queues()) {
            if (each.name().vhost().equals(choice.vhost())) {
                QueueBox box = box(each, policies);
                queues.put(box.name(), box);
            }
        }
    }

    private QueueBox box(QueuePicture queue, Map<String, Happening.PolicySet> policies) {
        String deadLetters = deadLetters(queue.record(), policies);
        return new QueueBox(queue.name().name(), queue.master().node().shortName(),
                queue.state() == QueuePicture.State.DOWN,
                queue.masterReplica().map(ReplicaPicture::readyCount).orElse(-1L),
                queue.masterReplica().map(ReplicaPicture::consumers).orElse(0), deadLetters,
                deadLetters != null && !exchanges.containsKey(deadLetters));
    }

    /// The argument counts before the policy.
    private static @Nullable String deadLetters(Happening.QueueRecorded queue,
            Map<String, Happening.PolicySet> policies) {
        Object given = queue.arguments().get("x-dead-letter-exchange");
        Happening.PolicySet policy = queue.policy() == null ? null : policies.get(queue.policy());
        if (given == null && policy != null) {
            given = policy.definition().get("dead-letter-exchange");
        }
        return given == null ? null : given.toString();
    }

    private void readBindings() {
        Map<Edge, List<Edge.Label>> bound = new LinkedHashMap<>();
        for (Binding each : metadata.bindings()) {
            Spot to = new Spot(each.toQueue(), each.destination());
            if (each.source().vhost().equals(choice.vhost()) && isThere(to)) {
                bound.computeIfAbsent(
                        new Edge(Spot.exchange(each.source().name()), to, Edge.Kind.BINDING, List.of()),
                        unused -> new ArrayList<>())
                        .add(new Edge.Label(each.routingKey(), text(each.arguments()), isFanout(each.source().name())));
            }
        }
        bound.forEach((edge, labels) -> edges
                .add(new Edge(edge.from(), edge.to(), Edge.Kind.BINDING, List.copyOf(labels))));
        for (ExchangeBox each : exchanges.values()) {
            if (each.alternate() != null && exchanges.containsKey(each.alternate())) {
                edges.add(new Edge(each.spot(), Spot.exchange(each.alternate()), Edge.Kind.ALTERNATE, List.of()));
            }
        }
        for (QueueBox each : queues.values()) {
            edges.add(new Edge(Spot.exchange(""), each.spot(), Edge.Kind.DEFAULT, List.of()));
            if (each.deadLetters() != null && !each.deadLettersLost()) {
                edges.add(new Edge(each.spot(), Spot.exchange(each.deadLetters()), Edge.Kind.DEAD_LETTER, List.of()));
            }
        }
    }

    private boolean isFanout(String exchange) {
        ExchangeBox box = exchanges.get(exchange);
        return box != null && box.type().equals("fanout");
    }

    private boolean isThere(Spot spot) {
        return spot.isQueue() ? queues.containsKey(spot.name()) : exchanges.containsKey(spot.name());
    }

    private int hideUnusedStandard() {
        Set<Spot> used = new TreeSet<>();
        edges.forEach(each -> {
            used.add(each.from());
            used.add(each.to());
        });
        int before = exchanges.size();
        exchanges.values().removeIf(each -> each.standard() && !each.name().isEmpty() && each.published() == 0
                && !used.contains(each.spot()));
        return before - exchanges.size();
    }

    /// What contains the word, and what is linked with it.
    private int seek(String word) {
        Set<Spot> hits = new TreeSet<>();
        exchanges.values().stream().filter(each -> contains(each.name(), word)).forEach(each -> hits.add(each.spot()));
        queues.values().stream().filter(each -> contains(each.name(), word)).forEach(each -> hits.add(each.spot()));
        Set<Spot> shown = new TreeSet<>(hits);
        edges.removeIf(each -> each.kind() == Edge.Kind.DEFAULT && !hits.contains(each.to())
                || !hits.contains(each.from()) && !hits.contains(each.to())
                        && each.labels().stream().noneMatch(label -> contains(label.text(), word)));
        edges.forEach(each -> {
            shown.add(each.from());
            shown.add(each.to());
        });
        exchanges.values().removeIf(each -> !shown.contains(each.spot()));
        queues.values().removeIf(each -> !shown.contains(each.spot()));
        return hits.size();
    }

    private static boolean contains(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word);
    }

    private List<TopologyModel.VhostRow> vhosts() {
        Set<String> names = new TreeSet<>(metadata.vhosts());
        picture.queues().forEach(each -> names.add(each.name().vhost()));
        if (names.isEmpty()) {
            names.add(choice.vhost());
        }
        return names.stream().map(this::row).toList();
    }

    private TopologyModel.VhostRow row(String vhost) {
        return new TopologyModel.VhostRow(vhost,
                (int) picture.queues().stream().filter(each -> each.name().vhost().equals(vhost)).count(),
                (int) metadata.exchanges().stream().filter(each -> each.exchange().name().vhost().equals(vhost))
                        .count(),
                (int) metadata.bindings().stream().filter(each -> each.source().vhost().equals(vhost)).count(),
                metadata.permissions().stream().filter(each -> each.vhost().equals(vhost))
                        .map(PermissionPicture::user).toList());
    }
}
