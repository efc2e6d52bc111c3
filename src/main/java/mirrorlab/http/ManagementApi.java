package mirrorlab.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminMessage;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.AdminReply.PolicyView;
import mirrorlab.broker.AdminReply.QueueView;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// What this program has of RabbitMQ 3.10's management API, under the same paths and with the same names.
record ManagementApi(Administration node, AccountsApi accounts, TopologyApi topology,
        ConnectionsApi connections, LimitsApi limits, RebalanceApi rebalance) {
    private static final String RABBITMQ_VERSION = "3.10.8";

    ManagementApi(Administration node, RebalanceApi rebalance) {
        this(node, new AccountsApi(node), new TopologyApi(node, new AccountsApi(node)), new ConnectionsApi(node),
                new LimitsApi(node, new AccountsApi(node)), rebalance);
    }

    Reply answer(Request request, Caller caller) throws HttpProblem, InterruptedException {
        caller.mustManage();
        Reply reply = accounts.answer(request, caller);
        reply = reply == null ? topology.answer(request) : reply;
        reply = reply == null ? connections.answer(request, caller) : reply;
        reply = reply == null ? limits.answer(request, caller) : reply;
        return reply == null ? others(request, caller) : reply;
    }

    private Reply others(Request request, Caller caller) throws HttpProblem, InterruptedException {
        String resource = request.method() + " " + request.part(0) + " " + (request.path().size() - 1);
        return switch (resource) {
            case "GET overview 0" -> Reply.ok(overview());
            case "GET nodes 0" -> Reply.ok(nodes());
            case "GET nodes 1" -> Reply.ok(one(nodes(), request.part(1)));
            case "GET queues 0" -> Reply.ok(queues().stream().map(QueueJson::of).toList());
            case "GET queues 1" -> Reply.ok(queuesOf(request.part(1)));
            case "GET queues 2" -> {
                QueueView queue = queue(request);
                Map<String, @Nullable Object> json = QueueJson.of(queue);
                connections.addTo(json, queue);
                yield Reply.ok(json);
            }
            case "PUT queues 2" -> declare(request, caller);
            case "DELETE queues 2" -> {
                queue(request);
                yield clear(new AdminCommand.DeleteQueue(caller.name(), name(request), isAsked(request, "if-unused"),
                        isAsked(request, "if-empty")));
            }
            case "DELETE queues 3" -> {
                if (!request.part(3).equals("contents")) {
                    throw HttpProblem.notFound();
                }
                queue(request);
                yield clear(new AdminCommand.PurgeQueue(caller.name(), name(request)));
            }
            case "POST queues 3" -> act(request);
            case "POST rebalance 1" -> {
                if (!request.part(1).equals("queues")) {
                    throw HttpProblem.notFound();
                }
                caller.mustAdminister();
                yield rebalance.begin();
            }
            case "GET policies 0", "GET operator-policies 0" ->
                Reply.ok(policies(request).stream().map(ManagementApi::json).toList());
            case "GET policies 1", "GET operator-policies 1" -> Reply.ok(policiesOf(request));
            case "GET policies 2", "GET operator-policies 2" -> Reply.ok(json(policy(request)));
            case "PUT policies 2" -> {
                caller.mustMakePolicies();
                yield setPolicy(request);
            }
            case "DELETE policies 2" -> {
                caller.mustMakePolicies();
                yield clear(new AdminCommand.ClearPolicy(request.part(1), request.part(2)));
            }
            case "PUT operator-policies 2" -> {
                caller.mustAdminister();
                yield setPolicy(request);
            }
            case "DELETE operator-policies 2" -> {
                caller.mustAdminister();
                yield clear(new AdminCommand.ClearOperatorPolicy(request.part(1), request.part(2)));
            }
            default -> throw unknown(request);
        };
    }

    private static HttpProblem unknown(Request request) {
        boolean isKnown = List.of("overview", "nodes", "vhosts", "whoami", "queues", "policies", "operator-policies",
                "users", "permissions", "exchanges", "bindings", "connections", "channels", "consumers", "vhost-limits",
                "user-limits", "rebalance")
                .contains(request.part(0));
        return isKnown && request.path().size() <= 3
                ? new HttpProblem(405, "Method Not Allowed", request.method() + " cannot be used here")
                : HttpProblem.notFound();
    }

    private Map<String, Object> overview() throws HttpProblem, InterruptedException {
        AdminReply.Cluster cluster = cluster();
        List<QueueView> queues = queues();
        long ready = queues.stream().mapToLong(each -> or0(each.ready())).sum();
        long unacknowledged = queues.stream().mapToLong(each -> or0(each.unacknowledged())).sum();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("management_version", RABBITMQ_VERSION);
        json.put("rabbitmq_version", RABBITMQ_VERSION);
        json.put("product_name", "Mirrorlab");
        json.put("cluster_name", cluster.members().getFirst().value());
        json.put("node", cluster.self().value());
        json.put("object_totals", Map.of("queues", queues.size(), "consumers",
                queues.stream().mapToLong(each -> each.consumers() == null ? 0 : each.consumers()).sum()));
        json.put("queue_totals", Map.of("messages", ready + unacknowledged, "messages_ready", ready,
                "messages_unacknowledged", unacknowledged));
        return json;
    }

    private static long or0(@Nullable Long counter) {
        return counter == null ? 0 : counter;
    }

    private AdminReply.Cluster cluster() throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Cluster.class, new AdminCommand.ShowCluster());
    }

    private List<Map<String, Object>> nodes() throws HttpProblem, InterruptedException {
        AdminReply.Cluster cluster = cluster();
        List<Map<String, Object>> nodes = new ArrayList<>();
        for (NodeName each : cluster.members()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", each.value());
            json.put("type", "disc");
            json.put("running", cluster.running().contains(each));
            AdminMessage.Memory memory = cluster.memory().get(each);
            if (memory != null) {
                json.put("mem_used", memory.used());
                json.put("mem_limit", memory.limit());
                json.put("mem_alarm", memory.alarm());
            }
            nodes.add(json);
        }
        return nodes;
    }

    private static Map<String, Object> one(List<Map<String, Object>> all, String name) throws HttpProblem {
        return all.stream().filter(each -> name.equals(each.get("name"))).findFirst()
                .orElseThrow(HttpProblem::notFound);
    }

    private List<QueueView> queues() throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Queues.class, new AdminCommand.ListQueues()).queues();
    }

    private List<Map<String, @Nullable Object>> queuesOf(String vhost) throws HttpProblem, InterruptedException {
        accounts.existing(vhost);
        return queues().stream().filter(each -> each.queue().vhost().equals(vhost)).map(QueueJson::of).toList();
    }

    private QueueView queue(Request request) throws HttpProblem, InterruptedException {
        QueueName name = name(request);
        return queues().stream().filter(each -> each.queue().equals(name)).findFirst()
                .orElseThrow(HttpProblem::notFound);
    }

    private static QueueName name(Request request) {
        return new QueueName(request.part(1), request.part(2));
    }

    private static boolean isAsked(Request request, String condition) {
        return "true".equals(request.query().get(condition));
    }

    /// `{"durable":…,"auto_delete":…,"arguments":{…}}`, each may be left out; `node` may only name this one.
    private Reply declare(Request request, Caller caller) throws HttpProblem, InterruptedException {
        accounts.existing(request.part(1));
        QueueName name = name(request);
        Object wanted = request.json().get("node");
        String self = cluster().self().value();
        if (wanted != null && !wanted.equals(self)) {
            throw HttpProblem
                    .badRequest("a queue for node " + Shown.of(wanted) + " has to be declared there: this is " + self);
        }
        boolean isNew = queues().stream().noneMatch(each -> each.queue().equals(name));
        node.ask(AdminReply.Done.class, new AdminCommand.DeclareQueue(caller.name(), name,
                request.truth("durable", false), request.truth("auto_delete", false), request.arguments()));
        return isNew ? new Reply(201, null) : Reply.NO_CONTENT;
    }

    /// `{"action":"sync"}` is answered at once (C-07); `cancel_sync` says `not_syncing` when it is (S-16).
    private Reply act(Request request) throws HttpProblem, InterruptedException {
        if (!request.part(3).equals("actions")) {
            throw HttpProblem.notFound();
        }
        String action = request.text("action");
        QueueName queue = queue(request).queue();
        switch (action) {
            case "sync" -> node.loop().administer(new AdminCommand.SyncQueue(queue));
            case "cancel_sync" -> {
                String note = node.ask(AdminReply.Done.class, new AdminCommand.CancelSync(queue)).note();
                if (!note.isEmpty()) {
                    return Reply.ok(Map.of("note", note));
                }
            }
            default -> throw HttpProblem.badRequest("unknown action: " + Shown.of(action));
        }
        return Reply.NO_CONTENT;
    }

    private List<PolicyView> policies(Request request) throws HttpProblem, InterruptedException {
        return node.ask(AdminReply.Policies.class, isOfOperators(request)
                ? new AdminCommand.ListOperatorPolicies()
                : new AdminCommand.ListPolicies()).policies();
    }

    private static boolean isOfOperators(Request request) {
        return request.part(0).equals("operator-policies");
    }

    private List<Map<String, Object>> policiesOf(Request request) throws HttpProblem, InterruptedException {
        String vhost = accounts.existing(request.part(1));
        return policies(request).stream().filter(each -> each.vhost().equals(vhost)).map(ManagementApi::json).toList();
    }

    private PolicyView policy(Request request) throws HttpProblem, InterruptedException {
        return policies(request).stream().filter(each -> is(each, request)).findFirst()
                .orElseThrow(HttpProblem::notFound);
    }

    private static boolean is(PolicyView policy, Request request) {
        return policy.vhost().equals(request.part(1)) && policy.name().equals(request.part(2));
    }

    private static Map<String, Object> json(PolicyView policy) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("vhost", policy.vhost());
        json.put("name", policy.name());
        json.put("pattern", policy.pattern());
        json.put("apply-to", policy.applyTo());
        json.put("definition", policy.definition());
        json.put("priority", policy.priority());
        return json;
    }

    private Reply setPolicy(Request request) throws HttpProblem, InterruptedException {
        AdminCommand.SetPolicy set = PolicyJson.command(request.part(1), request.part(2), request.json());
        boolean isNew = policies(request).stream().noneMatch(each -> is(each, request));
        node.ask(AdminReply.Done.class, isOfOperators(request)
                ? new AdminCommand.SetOperatorPolicy(set.vhost(), set.name(), set.pattern(), set.applyTo(),
                        set.priority(), set.definition())
                : set);
        return isNew ? new Reply(201, null) : Reply.NO_CONTENT;
    }

    private Reply clear(AdminCommand command) throws HttpProblem, InterruptedException {
        node.ask(AdminReply.Done.class, command);
        return Reply.NO_CONTENT;
    }
}
