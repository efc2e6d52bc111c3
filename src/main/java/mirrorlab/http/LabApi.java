package mirrorlab.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.Input;
import mirrorlab.broker.PeerMessages;
import mirrorlab.journal.Entry;
import mirrorlab.journal.JournalJson;
import mirrorlab.journal.NodeJournal;
import mirrorlab.node.Activity;
import mirrorlab.node.HoldByKind;
import mirrorlab.node.LinkFault;
import mirrorlab.node.MemoryWatch;
import mirrorlab.node.Network;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
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
/// | `POST holdpoint {"point":"before promotion","vhost":"/","queue":"orders"}` | 204; queues hold there ({@link HoldPoint}); without `queue` all |
/// | `DELETE holdpoint?point=P&vhost=V&queue=Q` | 204; nothing holds there any more; without `point` nowhere |
/// | `POST goon {"point":…,"vhost":…,"queue":…}` | 204; what holds there goes on, the point stays set; without `point` everything |
/// | `PUT pace {"millis":500}` | 204; slow motion: every queue holds for so long at every point; 0: real time |
/// | `POST link {"peer":"rabbit2","delay_ms":200,"loss":0.1}` | 204; what is sent to the peer is late, {@link LinkFault}; what is
/// not named is 0, and `"loss":1` cuts the way |
/// | `POST cut {"peer":"rabbit2","incoming":true,"outgoing":false}`, `POST heal {"peer":"rabbit2"}` | 204 |
/// | `POST rebalance` | `{"masters":{"rabbit1@localhost":2,…}}` when masters are spread evenly (F-33), like `rabbitmq-queues rebalance` |
/// | `POST collect` | `{"heap": bytes}` that are used after a collection |
/// | `PUT watermark {"value":0.4}` | 204; like `rabbitmqctl set_vm_memory_high_watermark`, a share of the heap |
final class LabApi {
    private static final int LINES_AT_ONCE = 1_000;
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final long PATIENCE_SECONDS = 30;
    private static final int MOST_HOLDS = 100;
    private static final int LONGEST_PAUSE = 60_000;

    private final Administration node;
    private final RebalanceApi rebalance;
    private final NodeJournal journal;
    private final Network network;
    private final MemoryWatch memory;
    private final Gate gate;
    private final List<HoldByKind.Hold> holds = new ArrayList<>();

    LabApi(Administration node, RebalanceApi rebalance, NodeJournal journal, Network network, MemoryWatch memory,
            Gate gate) {
        this.node = node;
        this.rebalance = rebalance;
        this.journal = journal;
        this.network = network;
        this.memory = memory;
        this.gate = gate;
    }

    /// @return null when the answer was streamed
    @Nullable
    Reply answer(Request request, HttpExchange exchange) throws HttpProblem, IOException, InterruptedException {
        return switch (request.method() + " " + String.join("/", request.path().subList(1, request.path().size()))) {
            case "GET journal" -> stream(request, exchange);
            case "GET activity" -> Reply.ok(json(Administration.within(node.loop().activity(), PATIENCE_SECONDS)));
            case "GET forecast" -> forecast(request);
            case "POST policy-preview" -> Reply.ok(node.ask(AdminReply.Preview.class, new AdminCommand.PreviewPolicy(
                    PolicyJson.command(request.text("vhost"), request.text("name"), request.json()))).preview());
            case "POST stop" -> {
                node.loop().post(new Input.Stop());
                yield new Reply(202, Map.of("stopping", true));
            }
            case "POST sync" -> Reply.ok(Map.of("note", node.await(new AdminCommand.SyncQueue(queue(request))).note()));
            case "DELETE sync" ->
                Reply.ok(Map.of("note", node.await(new AdminCommand.CancelSync(queue(request))).note()));
            case "POST rebalance" -> Reply.ok(Map.of("masters", rebalance.run()));
            case "POST collect" -> Reply.ok(Map.of("heap", MemoryWatch.collect()));
            case "PUT watermark" -> watermark(request);
            case "POST hold" -> hold(request);
            case "DELETE hold" -> release();
            case "POST holdpoint" -> {
                HoldPoint point = point(request);
                if (point == null) {
                    throw HttpProblem.badRequest("key_missing: point");
                }
                yield done(new AdminCommand.SetHold(point, queueOrNull(request)));
            }
            case "DELETE holdpoint" -> done(new AdminCommand.ClearHold(point(request), queueOrNull(request)));
            case "POST goon" -> done(new AdminCommand.ReleaseHeld(point(request), queueOrNull(request)));
            case "PUT pace" -> pace(request);
            case "POST link" -> link(request);
            case "POST cut" -> cut(request);
            case "POST heal" -> heal(request);
            default -> throw HttpProblem.notFound();
        };
    }

    private @Nullable Reply stream(Request request, HttpExchange exchange)
            throws HttpProblem, IOException, InterruptedException {
        long after = request.number("after");
        boolean follow = !"false".equals(request.query().get("follow"));
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

    private Reply forecast(Request request) throws HttpProblem, InterruptedException {
        String word = request.text("death");
        Death death = Arrays.stream(Death.values()).filter(each -> each.word().equals(word)).findFirst()
                .orElseThrow(() -> HttpProblem.badRequest("death should be kill or stop, not " + word));
        List<NodeName> nodes = new ArrayList<>();
        for (String each : request.text("node").split(",")) {
            nodes.add(name(each));
        }
        return Reply.ok(node.ask(AdminReply.Standing.class, new AdminCommand.ShowStanding()).forecast(nodes, death));
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

    private static QueueName queue(Request request) throws HttpProblem {
        return new QueueName(request.text("vhost"), request.text("queue"));
    }

    private Reply watermark(Request request) throws HttpProblem {
        if (!(request.json().get("value") instanceof Number share && share.doubleValue() >= 0
                && share.doubleValue() <= 1)) {
            throw HttpProblem.badRequest("value should be a number from 0 to 1, not " + request.json().get("value"));
        }
        memory.watermark(share.doubleValue());
        return Reply.NO_CONTENT;
    }

    private synchronized Reply hold(Request request) throws HttpProblem {
        Object from = request.json().get("from");
        Object pass = request.json().getOrDefault("pass", 0);
        if (!(pass instanceof Integer count) || count < 0) {
            throw HttpProblem.badRequest("pass should be a whole number from 0, not " + pass);
        }
        String kind = request.text("kind");
        if (!PeerMessages.KINDS.contains(kind)) {
            throw HttpProblem.badRequest("kind should be a kind of message between nodes, one of "
                    + String.join(", ", PeerMessages.KINDS) + ", not " + kind);
        }
        if (holds.size() >= MOST_HOLDS) {
            throw HttpProblem.badRequest("there are " + MOST_HOLDS + " holds already");
        }
        holds.add(new HoldByKind.Hold(kind, from == null ? null : name(from), count));
        node.loop().intercept(new HoldByKind(holds));
        return Reply.NO_CONTENT;
    }

    private synchronized Reply release() {
        holds.clear();
        node.loop().intercept(new HoldByKind(holds));
        return Reply.NO_CONTENT;
    }

    private Reply done(AdminCommand command) throws HttpProblem, InterruptedException {
        node.ask(AdminReply.Done.class, command);
        return Reply.NO_CONTENT;
    }

    private static @Nullable HoldPoint point(Request request) throws HttpProblem {
        if (!isSaid(request, "point")) {
            return null;
        }
        String word = request.text("point");
        return HoldPoint.of(word).orElseThrow(() -> HttpProblem.badRequest(
                "point should be one of " + String.join("; ", HoldPoint.words()) + ", not " + word));
    }

    private static @Nullable QueueName queueOrNull(Request request) throws HttpProblem {
        return isSaid(request, "queue")
                ? new QueueName(isSaid(request, "vhost") ? request.text("vhost") : "/", request.text("queue"))
                : null;
    }

    private static boolean isSaid(Request request, String field) throws HttpProblem {
        return request.query().containsKey(field) || request.json().containsKey(field);
    }

    private Reply pace(Request request) throws HttpProblem, InterruptedException {
        if (!(request.json().get("millis") instanceof Integer millis && millis >= 0 && millis <= LONGEST_PAUSE)) {
            throw HttpProblem.badRequest("millis should be a whole number from 0 to " + LONGEST_PAUSE + ", not "
                    + request.json().get("millis"));
        }
        return done(new AdminCommand.SetPace(millis));
    }

    private Reply link(Request request) throws HttpProblem {
        NodeName peer = name(request.text("peer"));
        Object delay = request.json().getOrDefault("delay_ms", 0);
        Object loss = request.json().getOrDefault("loss", 0);
        if (!(delay instanceof Integer millis && millis >= 0 && millis <= LinkFault.MOST_DELAY_MILLIS)) {
            throw HttpProblem.badRequest("delay_ms should be a whole number from 0 to " + LinkFault.MOST_DELAY_MILLIS
                    + ", not " + delay);
        }
        if (!(loss instanceof Number share && share.doubleValue() >= 0 && share.doubleValue() <= 1)) {
            throw HttpProblem.badRequest("loss should be a number from 0 to 1, not " + loss);
        }
        try {
            network.disturb(peer, new LinkFault(millis, share.doubleValue()));
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(404, "not_found", String.valueOf(e.getMessage()));
        }
        return Reply.NO_CONTENT;
    }

    private Reply cut(Request request) throws HttpProblem {
        NodeName peer = name(request.text("peer"));
        Map<String, Object> body = request.json();
        try {
            network.cut(peer, !Boolean.FALSE.equals(body.get("incoming")), !Boolean.FALSE.equals(body.get("outgoing")));
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(404, "not_found", String.valueOf(e.getMessage()));
        }
        return Reply.NO_CONTENT;
    }

    private Reply heal(Request request) throws HttpProblem {
        try {
            network.heal(name(request.text("peer")));
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(404, "not_found", String.valueOf(e.getMessage()));
        }
        return Reply.NO_CONTENT;
    }

    private static NodeName name(Object value) throws HttpProblem {
        try {
            return NodeName.of(String.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw HttpProblem.badRequest(String.valueOf(e.getMessage()));
        }
    }
}
