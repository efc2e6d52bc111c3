package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mirrorlab.lab.host.Cluster;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Waits until nothing of what was done is outstanding. Two snapshots of all nodes' activity are equal, every message
/// sent was received, and no node waits for anything: then at once. When nodes wait for what does not come (a client
/// that waits for a queue that is down, a held message), the snapshots must stay equal for a while. While a publisher goes
/// on in the background, only what does not flow counts: links, and the work that ends.
public final class Quiet {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long STABLE_NANOS = 400_000_000;
    /// Nodes that are not let run for a while are equal all the time, and are asked seldom.
    private static final int STABLE_SNAPSHOTS = 10;
    private static final long PAUSE_MILLIS = 5;
    /// Timers whose end changes nothing that anybody sees: metadata is written to disk a little later (N-30).
    private static final Set<String> CALM = Set.of("metadata");
    /// In slow motion what holds goes on by itself: that is waited for.
    private static final String HOLD_TIMER = "hold/";
    /// What stands still until somebody releases it; nobody waits for that.
    private static final String HOLDS = "holds at ";
    /// What nodes say that they are busy with as long as messages flow.
    private static final List<String> FLOWING = List.of("waits for its mirrors", "waits for the disk",
            "report is due");
    private final Cluster cluster;
    private final Journals journals;
    private final BooleanSupplier publishing;
    private final CountDownLatch closing;

    /// @param publishing
    ///            does somebody publish all the while?
    /// @param closing
    ///            counted down when the lab closes
    public Quiet(Cluster cluster, Journals journals, BooleanSupplier publishing, CountDownLatch closing) {
        this.publishing = publishing;
        this.cluster = cluster;
        this.journals = journals;
        this.closing = closing;
    }

    /// @return false when the cluster was not quiet before the time was over
    public boolean await(double seconds) throws InterruptedException {
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        Map<NodeName, JsonNode> last = Map.of();
        long lastSince = System.nanoTime();
        int equal = 0;
        do {
            Map<NodeName, JsonNode> taken = snapshot();
            boolean flows = publishing.getAsBoolean();
            Map<NodeName, JsonNode> now = taken != null && flows ? lasting(taken) : taken;
            if (taken != null && now != null && now.equals(last)) {
                boolean isStable = ++equal >= STABLE_SNAPSHOTS && System.nanoTime() - lastSince > STABLE_NANOS;
                boolean calm = flows
                        ? isStable && hasOnlyLivingLinks(now) && (isWithoutWork(now) || isHeldUp(taken))
                        : isSettled(now) && (isIdle(now) || isStable);
                if (calm && areRead(taken, deadline)) {
                    return true;
                }
            } else {
                last = now == null ? Map.of() : now;
                lastSince = System.nanoTime();
                equal = 0;
            }
        } while (System.nanoTime() < deadline && !closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        return false;
    }

    /// Waits until what the nodes have told by now was read; a node that does not answer is passed over.
    void awaitTold() throws InterruptedException {
        Map<NodeName, JsonNode> told = new TreeMap<>();
        for (NodeName each : cluster.answering()) {
            JsonNode activity = activity(each);
            if (activity != null) {
                told.put(each, activity);
            }
        }
        areRead(told, System.nanoTime() + PATIENCE.toNanos());
    }

    /// Null when a node that should answer does not.
    private @Nullable Map<NodeName, JsonNode> snapshot() {
        Map<NodeName, JsonNode> snapshot = new TreeMap<>();
        for (NodeName each : cluster.answering()) {
            JsonNode activity = activity(each);
            if (activity == null) {
                return null;
            }
            snapshot.put(each, activity);
        }
        return snapshot;
    }

    private @Nullable JsonNode activity(NodeName node) {
        try {
            JsonNode activity = cluster.api(node).get("/api/lab/activity", PATIENCE).body();
            return activity.isObject() ? activity : null;
        } catch (IOException e) {
            return null;
        }
    }

    /// Whatever is waited for, this must not be outstanding: work of the node itself, and links to nodes that are dead.
    private boolean isSettled(Map<NodeName, JsonNode> snapshot) {
        for (JsonNode each : snapshot.values()) {
            if (each.path("mailbox").asInt() > 0 || each.path("storePending").asInt() > 0 || isInSlowMotion(each)) {
                return false;
            }
        }
        return hasOnlyLivingLinks(snapshot);
    }

    private boolean hasOnlyLivingLinks(Map<NodeName, JsonNode> snapshot) {
        List<String> alive = cluster.running().stream().map(NodeName::value).toList();
        for (JsonNode each : snapshot.values()) {
            for (Map.Entry<String, JsonNode> peer : each.path("sent").properties()) {
                if (!alive.contains(peer.getKey())) {
                    return false;
                }
            }
        }
        return true;
    }

    /// What stays the same while messages flow: the links, and what nodes are busy with beside the messages.
    private static Map<NodeName, JsonNode> lasting(Map<NodeName, JsonNode> snapshot) {
        Map<NodeName, JsonNode> lasting = new TreeMap<>();
        snapshot.forEach((node, activity) -> {
            ObjectNode kept = JsonNodeFactory.instance.objectNode();
            for (String side : List.of("sent", "received")) {
                ObjectNode links = kept.putObject(side);
                activity.path(side).properties()
                        .forEach(each -> links.set(each.getKey(), each.getValue().path("link")));
            }
            ArrayNode busy = kept.putArray("busy");
            for (JsonNode each : activity.path("busy")) {
                String word = each.asText();
                if (!word.startsWith("channel ") && !word.startsWith(HOLDS)
                        && FLOWING.stream().noneMatch(word::endsWith)) {
                    busy.add(word);
                }
            }
            lasting.put(node, kept);
        });
        return lasting;
    }

    private static boolean isWithoutWork(Map<NodeName, JsonNode> lasting) {
        return lasting.values().stream().allMatch(each -> each.path("busy").isEmpty());
    }

    private static boolean isHeldUp(Map<NodeName, JsonNode> snapshot) {
        return snapshot.values().stream().anyMatch(each -> each.path("busy").valueStream()
                .anyMatch(word -> word.asText().startsWith(HOLDS)));
    }

    private static boolean isInSlowMotion(JsonNode activity) {
        return activity.path("timers").valueStream().anyMatch(each -> each.asText().startsWith(HOLD_TIMER));
    }

    private static boolean isIdle(Map<NodeName, JsonNode> snapshot) {
        for (Map.Entry<NodeName, JsonNode> each : snapshot.entrySet()) {
            JsonNode activity = each.getValue();
            if (activity.path("held").asInt() > 0 || isTimed(activity) || !activity.path("busy").isEmpty()) {
                return false;
            }
            for (Map.Entry<NodeName, JsonNode> peer : snapshot.entrySet()) {
                if (!each.getKey().equals(peer.getKey())
                        && sent(activity, peer.getKey()) != received(peer.getValue(), each.getKey())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isTimed(JsonNode activity) {
        for (JsonNode each : activity.path("timers")) {
            if (!CALM.contains(each.asText())) {
                return true;
            }
        }
        return false;
    }

    /// -1 without a link.
    private static long sent(JsonNode activity, NodeName peer) {
        return activity.path("sent").path(peer.value()).path("count").asLong(-1);
    }

    private static long received(JsonNode activity, NodeName peer) {
        return activity.path("received").path(peer.value()).path("count").asLong(-1);
    }

    private boolean areRead(Map<NodeName, JsonNode> snapshot, long deadline) throws InterruptedException {
        for (Map.Entry<NodeName, JsonNode> each : snapshot.entrySet()) {
            if (!journals.await(each.getKey(), each.getValue().path("journal").asLong(), deadline)) {
                return false;
            }
        }
        return true;
    }
}
