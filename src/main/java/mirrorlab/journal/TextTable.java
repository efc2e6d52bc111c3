package mirrorlab.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// The whole picture as plain text: nodes, queues, their replicas, policies, clients, copies on their way, exchanges, bindings
/// and accounts. The
/// same state gives the same text. For copying, for `picture --text`, for people who cannot see the drawing, and
/// for tests.
public final class TextTable {
    private final ClusterPicture picture;
    private final UnaryOperator<String> headings;
    private final StringBuilder text = new StringBuilder();

    private TextTable(ClusterPicture picture, UnaryOperator<String> headings) {
        this.picture = picture;
        this.headings = headings;
    }

    /// @param headings
    ///            gives the words for the keys `table.nodes`, `table.node`, … of the bundle; states stay in
    ///            RabbitMQ's words
    public static String of(ClusterPicture picture, UnaryOperator<String> headings) {
        TextTable table = new TextTable(picture, headings);
        table.nodes();
        table.queues();
        table.replicas();
        table.policies();
        table.connections();
        table.consumers();
        table.copies();
        table.topology();
        return table.text.toString();
    }

    private void nodes() {
        section("nodes", List.of("node", "state", "process", "amqp", "http", "exit"), picture.nodes().stream()
                .map(each -> List.of(each.name().shortName(), each.standing(), blankIfZero(each.processId()),
                        blankIfZero(each.amqpPort()), blankIfZero(each.httpPort()),
                        each.exitStatus() == null ? "" : String.valueOf(each.exitStatus())))
                .toList());
    }

    private void queues() {
        section("queues",
                List.of("vhost", "queue", "features", "policy", "state", "master", "mirrors", "ready", "unacked",
                        "consumers"),
                picture.queues().stream().map(this::queue).toList());
    }

    private List<String> queue(QueuePicture queue) {
        Happening.QueueRecorded record = queue.record();
        List<String> features = new ArrayList<>();
        features.add(record.durable() ? "durable" : "transient");
        if (record.autoDelete()) {
            features.add("auto-delete");
        }
        if (record.exclusive()) {
            features.add("exclusive");
        }
        String badges = queue.badges().stream().map(Badge::text).collect(Collectors.joining(" "));
        return List.of(queue.name().vhost(), queue.name().name(), String.join(" ", features),
                record.policy() == null ? "" : record.policy(), queue.state().word(), queue.master().node().shortName(),
                badges,
                queue.masterReplica().map(each -> String.valueOf(each.readyCount())).orElse("?"),
                queue.masterReplica().map(each -> String.valueOf(each.unacknowledgedCount())).orElse("?"),
                queue.masterReplica().map(each -> String.valueOf(each.consumers())).orElse("?"));
    }

    private void replicas() {
        section("replicas", List.of("queue", "node", "role", "sync", "ready", "unacked", "missing", "contents"),
                picture.queues().stream().flatMap(each -> each.replicas().stream()).map(this::replica).toList());
    }

    private List<String> replica(ReplicaPicture replica) {
        String sync = replica.stopReason() == null
                ? replica.sync().word()
                : replica.sync().word() + " (" + replica.stopReason() + ")";
        String contents = picture.names().runsInOrder(replica.ready());
        String unacknowledged = picture.names().runsInOrder(replica.unacknowledged());
        return List.of(replica.queue().name(), replica.node().shortName(),
                replica.wasMaster() && replica.role() == ReplicaPicture.Role.MIRROR
                        ? "was master"
                        : replica.role().word(),
                sync,
                String.valueOf(replica.readyCount()), String.valueOf(replica.unacknowledgedCount()),
                String.valueOf(replica.missing()),
                unacknowledged.isEmpty() ? contents : contents + " (" + unacknowledged + ")");
    }

    private void policies() {
        section("policies", List.of("vhost", "policy", "pattern", "apply-to", "priority", "definition"),
                picture.policies().stream()
                        .map(each -> List.of(each.vhost(), each.name(), each.pattern(), each.applyTo(),
                                String.valueOf(each.priority()), definition(each)))
                        .toList());
    }

    private static String definition(Happening.PolicySet policy) {
        return new TreeMap<>(policy.definition()).entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private void consumers() {
        section("consumers", List.of("queue", "node", "tag", "prefetch", "ack"), picture.consumers().stream()
                .map(each -> List.of(each.queue().name(), each.node().shortName(), each.tag(),
                        String.valueOf(each.prefetch()), each.autoAck() ? "automatic" : "manual"))
                .toList());
    }

    private void copies() {
        section("copies", List.of("queue", "from", "to", "messages"), picture.copiesInFlight().stream()
                .map(each -> List.of(each.queue().name(), each.channel().node().shortName(),
                        each.to().node().shortName(),
                        picture.runs(each.messages())))
                .toList());
    }

    private void connections() {
        section("connections", List.of("node", "connection", "peer", "user", "vhost"), picture.connections().stream()
                .map(each -> List.of(each.node().shortName(), each.name(), each.peer(), each.user(), each.vhost()))
                .toList());
        section("channels", List.of("node", "channel", "confirms", "flow", "waits"), picture.channels().stream()
                .map(each -> List.of(each.node().shortName(), each.channel().toString(),
                        each.confirmsFrom() == 0 ? "" : "yes", each.flow() ? "yes" : "",
                        each.waitsFor().stream().map(QueueName::name).collect(Collectors.joining(", "))))
                .toList());
    }

    private void topology() {
        MetadataPicture known = picture.metadata();
        Map<ExchangeName, ExchangeTraffic> traffic = new TreeMap<>();
        picture.exchangeTraffic().forEach(each -> traffic.put(each.exchange(), each));
        section("exchanges",
                List.of("vhost", "exchange", "type", "features", "alternate", "published", "unroutable", "arguments"),
                known.exchanges().stream().map(each -> exchange(each, traffic)).toList());
        section("bindings", List.of("vhost", "source", "kind", "destination", "key", "arguments"),
                known.bindings().stream().map(each -> List.of(each.source().vhost(), each.source().name(),
                        each.toQueue() ? "queue" : "exchange", each.destination(), each.routingKey(),
                        arguments(each.arguments()))).toList());
        section("vhosts", List.of("vhost"), known.vhosts().stream().map(List::of).toList());
        section("users", List.of("user", "tags"),
                known.users().stream().map(each -> List.of(each.name(), String.join(", ", each.tags()))).toList());
        section("permissions", List.of("user", "vhost", "configure", "write", "read"), known.permissions().stream()
                .map(each -> List.of(each.user(), each.vhost(), each.configure(), each.write(), each.read())).toList());
    }

    private static List<String> exchange(ExchangePicture each, Map<ExchangeName, ExchangeTraffic> traffic) {
        Exchange exchange = each.exchange();
        List<String> features = new ArrayList<>();
        features.add(exchange.durable() ? "durable" : "transient");
        if (exchange.autoDelete()) {
            features.add("auto-delete");
        }
        if (exchange.internal()) {
            features.add("internal");
        }
        ExchangeTraffic through = traffic.getOrDefault(exchange.name(), ExchangeTraffic.none(exchange.name()));
        return List.of(exchange.name().vhost(),
                exchange.name().isDefault() ? "(AMQP default)" : exchange.name().name(), exchange.type(),
                String.join(" ", features), each.alternate() == null ? "" : each.alternate(),
                blankIfZero(through.published()), blankIfZero(through.unroutable()), arguments(exchange.arguments()));
    }

    private static String arguments(Map<String, Object> arguments) {
        return arguments.isEmpty() ? "" : Json.write(arguments);
    }

    private void section(String name, List<String> columns, List<List<String>> rows) {
        TextColumns.append(text, headings.apply("table." + name),
                columns.stream().map(each -> headings.apply("table." + each)).toList(), rows);
    }

    private static String blankIfZero(long number) {
        return number == 0 ? "" : String.valueOf(number);
    }
}
