package mirrorlab.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The whole picture as plain text: nodes, queues, their replicas, policies, consumers and copies on their way. The
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
        table.consumers();
        table.copies();
        return table.text.toString();
    }

    private void nodes() {
        section("nodes", List.of("node", "state", "process", "amqp", "http", "exit"), picture.nodes().stream()
                .map(each -> List.of(each.name().shortName(), each.state().word(), blankIfZero(each.processId()),
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

    private void section(String name, List<String> columns, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append(headings.apply("table." + name)).append('\n');
        List<List<String>> all = new ArrayList<>();
        all.add(columns.stream().map(each -> headings.apply("table." + each)).toList());
        all.addAll(rows);
        int[] widths = new int[columns.size()];
        all.forEach(row -> widen(widths, row));
        all.forEach(row -> line(widths, row));
    }

    private static void widen(int[] widths, List<String> row) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(row.get(i)));
        }
    }

    private void line(int[] widths, List<String> row) {
        StringBuilder line = new StringBuilder(" ");
        for (int i = 0; i < widths.length; i++) {
            line.append(' ').append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i)) + 1));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /// Ideographs take two columns.
    private static int width(String cell) {
        return cell.codePoints().map(each -> each >= 0x2E80 && each <= 0xFFDC ? 2 : 1).sum();
    }

    private static String blankIfZero(long number) {
        return number == 0 ? "" : String.valueOf(number);
    }
}
