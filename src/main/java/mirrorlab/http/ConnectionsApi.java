package mirrorlab.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.AdminReply.ChannelView;
import mirrorlab.broker.AdminReply.ConnectionView;
import mirrorlab.broker.AdminReply.ConsumerView;
import mirrorlab.broker.AdminReply.QueueView;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// `/api/connections`, `/api/channels` and `/api/consumers`: who is connected to the cluster, with the names of RabbitMQ's
/// management. `DELETE /api/connections/NAME` closes one, for the reason in the header `X-Reason`.
record ConnectionsApi(Administration node) {
    private static final String REASON = "Closed via management plugin";
    private static final int LONGEST_REASON = 200;

    /// Null when it is asked for something else.
    @Nullable
    Reply answer(Request request, Caller caller) throws HttpProblem, InterruptedException {
        return switch (request.method() + " " + request.part(0) + " " + (request.path().size() - 1)) {
            case "GET connections 0" -> list(all(caller), ConnectionsApi::json);
            case "GET connections 1" -> Reply.ok(json(one(request, caller)));
            case "GET connections 2" -> {
                if (!request.part(2).equals("channels")) {
                    throw HttpProblem.notFound();
                }
                yield Reply.ok(channels(List.of(one(request, caller))));
            }
            case "DELETE connections 1" -> close(one(request, caller), request);
            case "GET channels 0" -> Reply.ok(channels(all(caller)));
            case "GET channels 1" -> Reply.ok(channel(request, all(caller)));
            case "GET consumers 0" -> Reply.ok(consumers(all(caller), (channel, consumer) -> true));
            case "GET consumers 1" -> Reply.ok(consumers(all(caller),
                    (channel, consumer) -> request.part(1).equals(consumer.queue().vhost())));
            default -> null;
        };
    }

    /// Whoever does not watch over the cluster sees only what is its own.
    private List<ConnectionView> all(Caller caller) throws HttpProblem, InterruptedException {
        boolean watches = caller.tags().contains("administrator") || caller.tags().contains("monitoring");
        return node.ask(AdminReply.Connections.class, new AdminCommand.ListConnections()).connections().stream()
                .filter(each -> watches || each.user().equals(caller.name())).toList();
    }

    private Map<String, Object> channel(Request request, List<ConnectionView> all)
            throws HttpProblem, InterruptedException {
        Map<String, Object> json = channels(all).stream().filter(each -> request.part(1).equals(each.get("name")))
                .findFirst().orElseThrow(HttpProblem::notFound);
        json.put("consumer_details", consumers(all, (channel, consumer) -> request.part(1).equals(channel)));
        return json;
    }

    /// Who consumes from a queue, and whose an exclusive one is: only one queue by itself shows that.
    void addTo(Map<String, @Nullable Object> json, QueueView queue) throws HttpProblem, InterruptedException {
        List<ConnectionView> all = node
                .ask(AdminReply.Connections.class, new AdminCommand.ListConnections()).connections();
        json.put("consumer_details", consumers(all, (channel, consumer) -> consumer.queue().equals(queue.queue())));
        for (ConnectionView each : all) {
            if (owns(each, queue.owner())) {
                Map<String, Object> owner = new LinkedHashMap<>();
                owner.put("name", each.fullName());
                putAddress(owner, "peer", each.peer());
                json.put("owner_pid_details", owner);
            }
        }
    }

    /// The life of the node in between is this one: exclusive queues do not outlive it.
    private static boolean owns(ConnectionView connection, @Nullable String owner) {
        return owner != null && owner.startsWith(connection.node() + "/")
                && owner.endsWith("/" + connection.connection());
    }

    private ConnectionView one(Request request, Caller caller) throws HttpProblem, InterruptedException {
        return all(caller).stream().filter(each -> each.fullName().equals(request.part(1))).findFirst()
                .orElseThrow(HttpProblem::notFound);
    }

    private Reply close(ConnectionView connection, Request request) throws HttpProblem, InterruptedException {
        String given = request.reason().strip();
        String reason = given.isEmpty() ? REASON : given.substring(0, Math.min(given.length(), LONGEST_REASON));
        node.ask(AdminReply.Done.class,
                new AdminCommand.CloseConnection(connection.node(), connection.connection(), reason));
        return Reply.NO_CONTENT;
    }

    private interface Shape {
        Map<String, Object> of(ConnectionView connection);
    }

    private static Reply list(List<ConnectionView> connections, Shape shape) {
        return Reply.ok(connections.stream().map(shape::of).toList());
    }

    private static Map<String, Object> json(ConnectionView connection) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", connection.fullName());
        json.put("node", connection.node().value());
        json.put("user", connection.user());
        json.put("vhost", connection.vhost());
        json.put("protocol", "AMQP 0-9-1");
        json.put("type", "network");
        json.put("state", state(connection));
        json.put("channels", connection.channels().size());
        putAddress(json, "peer", connection.peer());
        putAddress(json, "", connection.local());
        json.put("ssl", false);
        json.put("connected_at", connection.connectedAt());
        json.put("client_properties", connection.properties());
        json.put("user_who_performed_action", connection.user());
        if (connection.properties().get("connection_name") instanceof String name) {
            json.put("user_provided_name", name);
        }
        return json;
    }

    private static String state(ConnectionView connection) {
        if (connection.blocked()) {
            return "blocked";
        }
        return connection.channels().stream().anyMatch(ChannelView::flow) ? "flow" : "running"; // P-30
    }

    /// `peer_host` and `peer_port`, or `host` and `port`.
    private static void putAddress(Map<String, Object> json, String side, String address) {
        int colon = address.lastIndexOf(':');
        if (colon > 0) {
            String prefix = side.isEmpty() ? "" : side + "_";
            json.put(prefix + "host", address.substring(0, colon));
            json.put(prefix + "port", Integer.parseInt(address.substring(colon + 1)));
        }
    }

    private static List<Map<String, Object>> channels(List<ConnectionView> connections) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (ConnectionView each : connections) {
            for (ChannelView channel : each.channels()) {
                Map<String, Object> json = details(each, channel);
                json.put("vhost", each.vhost());
                json.put("state", channel.flow() ? "flow" : "running");
                json.put("confirm", channel.confirm());
                json.put("transactional", channel.transactional());
                json.put("consumer_count", channel.consumers().size());
                json.put("prefetch_count", channel.prefetch());
                json.put("global_prefetch_count", channel.globalPrefetch());
                json.put("messages_unacknowledged", channel.unacknowledged());
                json.put("messages_unconfirmed", channel.unconfirmed());
                json.put("messages_uncommitted", channel.uncommitted());
                json.put("acks_uncommitted", channel.acksUncommitted());
                json.put("user_who_performed_action", each.user());
                Map<String, Object> connection = new LinkedHashMap<>();
                connection.put("name", each.fullName());
                putAddress(connection, "peer", each.peer());
                json.put("connection_details", connection);
                all.add(json);
            }
        }
        return all;
    }

    private static String name(ConnectionView connection, ChannelView channel) {
        return connection.fullName() + " (" + channel.number() + ")";
    }

    private static Map<String, Object> details(ConnectionView connection, ChannelView channel) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name(connection, channel));
        json.put("number", channel.number());
        json.put("node", connection.node().value());
        json.put("user", connection.user());
        return json;
    }

    private interface Choice {
        /// @param channel its name
        boolean takes(String channel, ConsumerView consumer);
    }

    private List<Map<String, Object>> consumers(List<ConnectionView> connections, Choice choice)
            throws HttpProblem, InterruptedException {
        Map<QueueName, QueueView> singles = new LinkedHashMap<>();
        node.ask(AdminReply.Queues.class, new AdminCommand.ListQueues()).queues().stream()
                .filter(each -> Boolean.TRUE.equals(each.arguments().get("x-single-active-consumer")))
                .forEach(each -> singles.put(each.queue(), each));
        List<Map<String, Object>> all = new ArrayList<>();
        for (ConnectionView each : connections) {
            for (ChannelView channel : each.channels()) {
                for (ConsumerView consumer : channel.consumers()) {
                    if (choice.takes(name(each, channel), consumer)) {
                        all.add(consumer(each, channel, consumer, singles.get(consumer.queue())));
                    }
                }
            }
        }
        return all;
    }

    private static Map<String, Object> consumer(ConnectionView connection, ChannelView channel,
            ConsumerView consumer, @Nullable QueueView single) {
        boolean active = single == null || new AdminReply.ActiveConsumer(channel.id(), consumer.tag())
                .equals(single.active());
        Map<String, Object> details = details(connection, channel);
        details.put("connection_name", connection.fullName());
        putAddress(details, "peer", connection.peer());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("consumer_tag", consumer.tag());
        json.put("queue", Map.of("name", consumer.queue().name(), "vhost", consumer.queue().vhost()));
        json.put("exclusive", consumer.exclusive());
        json.put("ack_required", !consumer.autoAck());
        json.put("prefetch_count", consumer.prefetch());
        json.put("active", active);
        json.put("activity_status", single == null ? "up" : active ? "single_active" : "waiting");
        json.put("arguments", consumer.arguments());
        json.put("channel_details", details);
        return json;
    }
}
