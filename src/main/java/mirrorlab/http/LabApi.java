package mirrorlab.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.Input;
import mirrorlab.journal.Entry;
import mirrorlab.journal.JournalJson;
import mirrorlab.journal.NodeJournal;
import mirrorlab.node.Activity;
import mirrorlab.node.MemoryWatch;
import mirrorlab.node.Network;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;
import org.jspecify.annotations.Nullable;

/// What only the lab needs, under `/api/lab/`:
///
/// | request | answer |
/// |---|---|
/// | `GET journal?after=N` | entries after N as lines of JSON, then those to come; `&follow=false` ends with the last |
/// | `GET activity` | {@link Activity} |
/// | `GET forecast?death=kill&node=N` | a {@link Forecast}; `node=N,M` for nodes that end together |
/// | `POST policy-preview?vhost=V&name=N` and a policy | {@link mirrorlab.vocabulary.forecast.PolicyPreview} |
/// | `POST stop` | 202, then a clean stop (F-07) |
/// | `POST sync?vhost=V&queue=Q` | `{"note":""}` when everything was sent (S-25), like `rabbitmqctl sync_queue` |
/// | `DELETE sync?vhost=V&queue=Q` | `{"note":"not_syncing"}` when it was not (S-16), like `rabbitmqctl cancel_sync_queue` |
/// | `POST hold {"kind":"DirectCopy","from":"rabbit1@localhost","pass":3}` | 204; after three such messages the next are held |
/// | `DELETE hold` | 204; everything held goes on, in order |
/// | `POST holdpoint {"point":"before promotion","vhost":"/","queue":"orders"}` | 204; queues hold there ({@link mirrorlab.vocabulary.HoldPoint}); without `queue` all |
/// | `DELETE holdpoint?point=P&vhost=V&queue=Q` | 204; nothing holds there any more; without `point` nowhere |
/// | `POST goon {"point":…,"vhost":…,"queue":…}` | 204; what holds there goes on, the point stays set; without `point` everything |
/// | `PUT pace {"millis":500}` | 204; slow motion: every queue holds for so long at every point; 0: real time |
/// | `POST link {"peer":"rabbit2","delay_ms":200,"loss":0.1}` | 204; what is sent to the peer is late, {@link mirrorlab.node.LinkFault}; what is
/// not named is 0, and `"loss":1` cuts the way |
/// | `POST cut {"peer":"rabbit2","incoming":true,"outgoing":false}`, `POST heal {"peer":"rabbit2"}` | 204 |
/// | `POST rebalance` | `{"masters":{"rabbit1@localhost":2,…}}` when masters are spread evenly (F-33), like `rabbitmq-queues rebalance` |
/// | `POST collect` | `{"heap": bytes}` that are used after a collection |
/// | `PUT watermark {"value":0.4}` | 204; like `rabbitmqctl set_vm_memory_high_watermark`, a share of the heap |
///
/// Fields may be said in the query or in the body. What is wrong with one is told by {@link LabFields}.
final class LabApi {
    private static final int LINES_AT_ONCE = 1_000;
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final long PATIENCE_SECONDS = 30;
    /// Bytes of a list of nodes.
    private static final int NODES = 4_096;
    private static final Map<String, List<String>> TAKES = takes();

    private final Administration node;
    private final RebalanceApi rebalance;
    private final NodeJournal journal;
    private final Network network;
    private final MemoryWatch memory;
    private final LinkApi links;
    private final HoldApi holds;
    private final Gate gate;

    LabApi(Administration node, RebalanceApi rebalance, NodeJournal journal, Network network, MemoryWatch memory,
            Gate gate) {
        this.node = node;
        this.rebalance = rebalance;
        this.journal = journal;
        this.network = network;
        this.memory = memory;
        this.links = new LinkApi(network);
        this.holds = new HoldApi(node, this::members);
        this.gate = gate;
    }

    /// By request, the fields that it may have.
    private static Map<String, List<String>> takes() {
        Map<String, List<String>> takes = new LinkedHashMap<>();
        takes.put("GET journal", List.of("after", "follow"));
        takes.put("GET activity", List.of());
        takes.put("GET forecast", List.of("death", "node"));
        takes.put("POST policy-preview", List.of("vhost", "name", "pattern", "definition", "priority", "apply-to"));
        takes.put("POST stop", List.of());
        takes.put("POST sync", List.of("vhost", "queue"));
        takes.put("DELETE sync", List.of("vhost", "queue"));
        takes.put("POST rebalance", List.of());
        takes.put("POST collect", List.of());
        takes.put("PUT watermark", List.of("value"));
        takes.putAll(HoldApi.TAKES);
        takes.putAll(LinkApi.TAKES);
        return takes;
    }

    /// @return null when the answer was streamed
    @Nullable
    Reply answer(Request request, HttpExchange exchange) throws HttpProblem, IOException, InterruptedException {
        String name = String.join("/", request.path().subList(1, request.path().size()));
        String asked = request.method() + " " + name;
        String place = request.method() + " /api/lab/" + name;
        List<String> known = TAKES.get(asked);
        if (known == null) {
            throw unknown(place, name);
        }
        LabFields fields = LabFields.of(request, place, known);
        return switch (asked) {
            case "GET journal" -> stream(fields, exchange);
            case "GET activity" -> Reply.ok(json(Administration.within(node.loop().activity(), PATIENCE_SECONDS)));
            case "GET forecast" -> forecast(fields);
            case "POST policy-preview" -> Reply.ok(node.ask(AdminReply.Preview.class, new AdminCommand.PreviewPolicy(
                    PolicyJson.command(fields.text("vhost", "the name of a virtual host"),
                            fields.text("name", "the name of a policy"), request.json())))
                    .preview());
            case "POST stop" -> {
                node.loop().post(new Input.Stop());
                yield new Reply(202, Map.of("stopping", true));
            }
            case "POST sync" -> Reply.ok(Map.of("note", node.await(new AdminCommand.SyncQueue(fields.queue())).note()));
            case "DELETE sync" ->
                Reply.ok(Map.of("note", node.await(new AdminCommand.CancelSync(fields.queue())).note()));
            case "POST rebalance" -> Reply.ok(Map.of("masters", rebalance.run()));
            case "POST collect" -> Reply.ok(Map.of("heap", MemoryWatch.collect()));
            case "PUT watermark" -> {
                memory.watermark(fields.share("value", null));
                yield Reply.NO_CONTENT;
            }
            default -> LinkApi.TAKES.containsKey(asked) ? links.answer(asked, fields) : holds.answer(asked, fields);
        };
    }

    private static HttpProblem unknown(String place, String name) {
        String methods = TAKES.keySet().stream().filter(each -> each.endsWith(" " + name))
                .map(each -> each.substring(0, each.indexOf(' '))).sorted().collect(Collectors.joining(" or "));
        return methods.isEmpty()
                ? HttpProblem.notFound()
                : new HttpProblem(405, "Method Not Allowed", place + " is not answered, but " + methods + " is");
    }

    private @Nullable Reply stream(LabFields fields, HttpExchange exchange)
            throws HttpProblem, IOException, InterruptedException {
        long after = fields.whole("after", Long.MAX_VALUE, 0L);
        boolean follow = fields.truth("follow", true);
        exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
        exchange.sendResponseHeaders(200, 0);
        if (!follow) {
            journal.flush();
        }
        try (OutputStream out = exchange.getResponseBody()) {
            out.flush();
            while (true) {
                List<Entry> entries = journal.read(after, LINES_AT_ONCE, follow ? WAIT : Duration.ZERO);
                gate.pass();
                if (entries.isEmpty() && (!follow || journal.isClosed())) {
                    return null;
                }
                for (Entry each : entries) {
                    out.write((JournalJson.write(each) + "\n").getBytes(StandardCharsets.UTF_8));
                    after = each.sequence();
                }
                out.flush();
            }
        }
    }

    /// Of the cluster's nodes, those of the network and this one.
    private Set<NodeName> members() {
        Set<NodeName> members = new LinkedHashSet<>(List.of(new NodeName(journal.origin())));
        members.addAll(network.peers());
        return members;
    }

    private Reply forecast(LabFields fields) throws HttpProblem, InterruptedException {
        String word = fields.text("death", "kill or stop");
        Death death = Arrays.stream(Death.values()).filter(each -> each.word().equals(word)).findFirst()
                .orElseThrow(() -> fields.wrong("death", "kill or stop"));
        Set<NodeName> nodes = new LinkedHashSet<>();
        for (String each : fields.text("node", "names of nodes between commas", NODES).split(",", -1)) {
            NodeName name = fields.nodeIn("node", each, members());
            if (!nodes.add(name)) {
                throw fields.wrong("node", "different nodes");
            }
        }
        return Reply.ok(node.ask(AdminReply.Standing.class, new AdminCommand.ShowStanding())
                .forecast(List.copyOf(nodes), death));
    }

    private static Map<String, Object> json(Activity activity) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sent", links(activity.sent()));
        json.put("received", links(activity.received()));
        json.put("mailbox", activity.mailbox());
        json.put("held", activity.held());
        json.put("storePending", activity.storePending());
        json.put("timers", activity.timers());
        json.put("busy", activity.busy());
        json.put("journal", activity.journal());
        return json;
    }

    private static Map<String, Object> links(Map<String, Activity.LinkCount> counts) {
        Map<String, Object> json = new LinkedHashMap<>();
        counts.forEach((peer, count) -> json.put(peer, Map.of("link", count.link(), "count", count.count())));
        return json;
    }
}
