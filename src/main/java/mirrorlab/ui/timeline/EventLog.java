package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.Sentence;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The event list: structural happenings, each once, in RabbitMQ's own log words where it has them (F-15, S-24). What every
/// node repeats is listed when it is heard first.
final class EventLog {
    private final List<EventLine> lines = new ArrayList<>();
    private final Map<QueueName, Long> versions = new TreeMap<>();
    private final Map<QueueName, String> placements = new TreeMap<>();

    List<EventLine> lines() {
        return Collections.unmodifiableList(lines);
    }

    void clear() {
        lines.clear();
        versions.clear();
        placements.clear();
    }

    void take(Entry entry, int index) {
        switch (entry.happening()) {
            case Happening.NodeStarting it -> add(entry, index, EventLine.Weight.QUIET, "", null, "event.starting", name(it.node()));
            case Happening.NodeStarted it -> add(entry, index, EventLine.Weight.PLAIN, "", null, "event.started", name(it.node()),
                    Integer.toString(it.amqpPort()), Integer.toString(it.httpPort()));
            case Happening.NodeDied it -> died(entry, index, it);
            case Happening.NodeStopped it -> add(entry, index, EventLine.Weight.STRONG, "", null, "event.stopped", name(it.node()));
            case Happening.NodePaused it -> add(entry, index, EventLine.Weight.PLAIN, "", null, "event.paused", name(it.node()));
            case Happening.NodeResumed it -> add(entry, index, EventLine.Weight.PLAIN, "", null, "event.resumed", name(it.node()));
            case Happening.PeerUp it -> log(entry, index, EventLine.Weight.QUIET, "", null, "rabbit on node " + it.peer() + " up");
            case Happening.PeerDown it -> log(entry, index, EventLine.Weight.PLAIN, "", null, "rabbit on node " + it.peer() + " down");
            case Happening.QueueRecorded it -> recorded(entry, index, it);
            case Happening.QueueRemoved it -> removed(entry, index, it);
            case Happening.PolicySet it -> once(entry, index, "PO-15", null, "event.policy.set", it.name(), it.pattern(),
                    it.definition().toString());
            case Happening.PolicyCleared it -> once(entry, index, "PO-15", null, "event.policy.cleared", it.name());
            case Happening.MirrorSynchronised it -> add(entry, index, EventLine.Weight.PLAIN, rule(it.how()), it.queue(),
                    "event.synchronised." + it.how(), it.queue().name(), name(it.mirror().node()));
            case Happening.ReplicaStopped it -> add(entry, index, EventLine.Weight.QUIET, "", it.queue(), "event.replica.stopped",
                    it.queue().name(), name(it.replica().node()), it.reason());
            case Happening.StepStarted it -> add(entry, index, EventLine.Weight.QUIET, "", null, "event.step", it.number() + 1,
                    it.text());
            case Happening.StepEnded it when !it.ok() -> add(entry, index, EventLine.Weight.STRONG, "", null,
                    "event.step.failed", it.number() + 1, it.text());
            case Happening.ConsumerAdded it -> add(entry, index, EventLine.Weight.PLAIN, "", it.queue(), "event.consumer",
                    it.tag(), it.queue().name(), name(it.node()));
            case Happening.ConsumerRemoved it -> add(entry, index, EventLine.Weight.PLAIN,
                    it.reason().equals("ha-failover") ? "F-19" : "", it.queue(), "event.consumer.removed", it.tag(),
                    it.queue().name(), it.reason());
            case Happening.ChannelWaits it when it.waiting() -> add(entry, index, EventLine.Weight.PLAIN, "F-25", it.queue(),
                    "event.channel.waits", it.queue().name(), name(it.node()));
            case Happening.JournalGap it -> add(entry, index, EventLine.Weight.PLAIN, "", null, "event.gap", it.gapOrigin(),
                    it.to() - it.from() + 1);
            case Happening.Noted it -> log(entry, index,
                    it.level().equals("info") ? EventLine.Weight.PLAIN : EventLine.Weight.STRONG, "", null, it.text());
            case Happening happening -> failover(entry, index, happening);
        }
    }

    private void died(Entry entry, int index, Happening.NodeDied it) {
        it.lastLogLines().forEach(line -> log(entry, index, EventLine.Weight.QUIET, "", null, it.node().shortName() + ": " + line));
        add(entry, index, EventLine.Weight.STRONG, "", null, it.exitStatus() == 137 || it.exitStatus() == -1 ? "event.killed"
                : "event.died", name(it.node()), Long.toString(it.processId()), Integer.toString(it.exitStatus()));
    }

    private void failover(Entry entry, int index, Happening happening) {
        switch (happening) {
            case Happening.SyncStarted it -> {
                log(entry, index, EventLine.Weight.PLAIN, "S-08", it.queue(), prefix(it.queue()) + "Synchronising: " + it.total()
                        + " messages to synchronise");
                log(entry, index, EventLine.Weight.QUIET, "S-11", it.queue(), prefix(it.queue()) + "Synchronising: batch size: "
                        + it.batchSize());
            }
            case Happening.SyncEnded it -> log(entry, index, EventLine.Weight.PLAIN, outcomeRule(it.outcome()), it.queue(),
                    prefix(it.queue()) + "Synchronising: " + switch (it.outcome()) {
                        case "complete" -> "complete";
                        case "cancelled" -> " synchronisation cancelled ";
                        case "nobody" -> "all mirrors already synced";
                        default -> it.outcome();
                    });
            case Happening.ReplicaFroze it -> log(entry, index, EventLine.Weight.QUIET, "F-15", it.queue(),
                    prefix(it.queue()) + "Secondary replica of queue " + it.replica() + " detected replica " + it.lostMaster()
                            + " to be down");
            case Happening.SurvivorsCompared it -> add(entry, index, EventLine.Weight.QUIET, "G-05", it.queue(),
                    "event.compared", it.queue().name(), it.survivors().size(), it.filled());
            case Happening.MirrorPromoted it -> log(entry, index, EventLine.Weight.STRONG, "F-15", it.queue(),
                    prefix(it.queue()) + "Promoting mirror " + it.mirror() + " to leader");
            case Happening.PromotionRefused it -> add(entry, index, EventLine.Weight.STRONG, "F-04", it.queue(),
                    "event.refused", it.queue().name(), name(it.mirror().node()), it.key(), it.value(), it.deleted());
            case Happening.MirrorsTerminated it -> log(entry, index, EventLine.Weight.STRONG, "F-08", it.queue(),
                    prefix(it.queue()) + "Stopping all nodes on master shutdown since no synchronised mirror (replica) is available");
            default -> {
            }
        }
    }

    private void recorded(Entry entry, int index, Happening.QueueRecorded it) {
        Long version = versions.get(it.queue());
        if (version != null && version >= it.version()) {
            return;
        }
        versions.put(it.queue(), it.version());
        String mirrors = it.mirrors() == null ? "" : String.join(", ",
                it.mirrors().stream().map(ReplicaId::node).map(EventLog::name).toList());
        String placement = name(it.master().node()) + (it.mirrors() == null ? "" : " [" + mirrors + "]");
        if (version == null) {
            add(entry, index, EventLine.Weight.PLAIN, "", it.queue(), "event.declared", it.queue().name(), placement);
        } else if (!placement.equals(placements.get(it.queue()))) {
            add(entry, index, EventLine.Weight.PLAIN, "P-01", it.queue(), "event.placed", it.queue().name(), placement);
        }
        placements.put(it.queue(), placement);
    }

    private void removed(Entry entry, int index, Happening.QueueRemoved it) {
        if (versions.remove(it.queue()) != null) {
            placements.remove(it.queue());
            add(entry, index, EventLine.Weight.PLAIN, "", it.queue(), "event.removed", it.queue().name(), it.reason());
        }
    }

    private void once(Entry entry, int index, String rule, @Nullable QueueName queue, String key, Object... values) {
        Sentence words = new Sentence(key, List.of(values));
        boolean heard = lines.stream().skip(Math.max(0, lines.size() - 40))
                .anyMatch(line -> words.equals(line.words()) && entry.millis() - line.millis() < 2_000);
        if (!heard) {
            add(entry, index, EventLine.Weight.PLAIN, rule, queue, key, values);
        }
    }

    private void add(Entry entry, int index, EventLine.Weight weight, String rule, @Nullable QueueName queue, String key,
            Object... values) {
        lines.add(new EventLine(index, entry.millis(), origin(entry), null, new Sentence(key, List.of(values)), rule, queue,
                weight));
    }

    private void log(Entry entry, int index, EventLine.Weight weight, String rule, @Nullable QueueName queue, String text) {
        lines.add(new EventLine(index, entry.millis(), origin(entry), text, null, rule, queue, weight));
    }

    private static String prefix(QueueName queue) {
        return "Mirrored queue '" + queue.name() + "' in vhost '" + queue.vhost() + "': ";
    }

    private static String origin(Entry entry) {
        int at = entry.origin().indexOf('@');
        return at < 0 ? entry.origin() : entry.origin().substring(0, at);
    }

    private static String name(NodeName node) {
        return node.shortName();
    }

    private static String rule(String how) {
        return switch (how) {
            case "empty" -> "S-04";
            case "natural" -> "S-05";
            default -> "S-15";
        };
    }

    private static String outcomeRule(String outcome) {
        return switch (outcome) {
            case "complete" -> "S-15";
            case "cancelled" -> "S-16";
            case "nobody" -> "S-10";
            case "no-mirror-left" -> "S-18";
            default -> "S-17";
        };
    }
}
