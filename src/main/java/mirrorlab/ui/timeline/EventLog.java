package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.MessageNames;
import mirrorlab.lab.ledger.Events;
import mirrorlab.lab.ledger.Sentence;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The event list: structural happenings, each once, in RabbitMQ's own log words where it has them (F-15, S-24), else in the
/// product's. Late ones are put in their place by time. What every node repeats is listed when it is heard first; traffic
/// is the stage's.
final class EventLog {
    private static final long REPEATED_MILLIS = 2_000;
    private static final int LOOKED_BACK = 40;
    private final List<EventLine> lines = new ArrayList<>();
    private final List<EventLine> logs = new ArrayList<>();
    private final Map<QueueName, Long> versions = new TreeMap<>();
    private final Map<QueueName, String> placements = new TreeMap<>();
    private final Map<Integer, String> steps = new TreeMap<>();

    List<EventLine> lines() {
        return Collections.unmodifiableList(lines);
    }

    /// What the nodes wrote to their logs, as they wrote it.
    List<EventLine> logs() {
        return Collections.unmodifiableList(logs);
    }

    void clear() {
        lines.clear();
        logs.clear();
        versions.clear();
        placements.clear();
        steps.clear();
    }

    void take(Entry entry, int index, MessageNames names) {
        Line line = new Line(entry, index, names);
        switch (entry.happening()) {
            case Happening.NodeLogged it ->
                logs.add(new EventLine(index, entry.millis(), it.node().shortName(), it.line(), null, "", null,
                        EventLine.Weight.PLAIN));
            case Happening.NodeStarting it -> line.words(EventLine.Weight.QUIET, "", null);
            case Happening.NodeStarted it -> line.words(EventLine.Weight.PLAIN, "", null);
            case Happening.NodeDied it -> line.words(EventLine.Weight.STRONG, "", null);
            case Happening.NodeStopped it -> line.words(EventLine.Weight.STRONG, "", null);
            case Happening.NodePaused it -> line.words(EventLine.Weight.PLAIN, "", null);
            case Happening.NodeResumed it -> line.words(EventLine.Weight.PLAIN, "", null);
            case Happening.NodeJoined it -> line.words(EventLine.Weight.QUIET, "", null);
            case Happening.PeerUp it ->
                line.log(EventLine.Weight.QUIET, "", null, "rabbit on node " + it.peer() + " up");
            case Happening.PeerDown it ->
                line.log(EventLine.Weight.PLAIN, "", null, "rabbit on node " + it.peer() + " down");
            case Happening.PeerSuspected it -> line.words(EventLine.Weight.PLAIN, "", null);
            case Happening.LinkDisturbed it -> line.words(EventLine.Weight.PLAIN, "", null);
            case Happening.QueueRecorded it -> recorded(line, it);
            case Happening.QueueRemoved it -> {
                if (versions.remove(it.queue()) != null) {
                    placements.remove(it.queue());
                    line.words(EventLine.Weight.PLAIN, it.reason().equals("node-down") ? "N-05" : "", it.queue());
                }
            }
            case Happening.PolicySet it -> line.once("PO-15");
            case Happening.PolicyCleared it -> line.once("PO-15");
            case Happening.OperatorPolicySet it -> line.once("PO-05");
            case Happening.OperatorPolicyCleared it -> line.once("PO-05");
            case Happening.ExchangeRecorded it when !isStandard(it.exchange().exchange().name()) -> line.once("");
            case Happening.ExchangeRemoved it when !isStandard(it.exchange()) -> line.once("");
            case Happening.Bound it -> line.once("");
            case Happening.Unbound it -> line.once("");
            case Happening.VhostRecorded it -> line.once("");
            case Happening.VhostRemoved it -> line.once("M-07");
            case Happening.UserRecorded it -> line.once("");
            case Happening.UserRemoved it -> line.once("");
            case Happening.PermissionsRecorded it -> line.once("");
            case Happening.PermissionsRemoved it -> line.once("");
            case Happening.ReplicaStopped it -> line.words(EventLine.Weight.QUIET, "", it.queue());
            case Happening.MirrorSynchronised it -> line.words(EventLine.Weight.PLAIN, rule(it.how()), it.queue());
            case Happening.ConsumerAdded it -> line.words(EventLine.Weight.PLAIN, "", it.queue());
            case Happening.ConsumerRemoved it -> line.words(EventLine.Weight.PLAIN,
                    it.reason().equals("ha-failover") ? "F-19" : "", it.queue());
            case Happening.ChannelWaits it -> line.words(EventLine.Weight.QUIET, "F-25", it.queue());
            case Happening.ChannelFlow it -> line.words(EventLine.Weight.QUIET, "P-30", null);
            case Happening.StepStarted it -> {
                steps.put(it.number(), it.json());
                line.add(EventLine.Weight.QUIET, "", null, null,
                        Sentence.of(it.number() < 0 ? "event.by-hand" : "event.step-started", it.number() + 1,
                                it.text(), it.json()));
            }
            case Happening.StepEnded it when !it.ok() -> line.add(EventLine.Weight.STRONG, "", null, null,
                    Sentence.of(it.number() < 0 ? "event.by-hand-failed" : "event.step-failed", it.number() + 1,
                            StepWords.result(steps.getOrDefault(it.number(), ""), it.json(), it.text())));
            case Happening.JournalGap it -> line.words(EventLine.Weight.PLAIN, "", null);
            case Happening.ClientSaw it -> line.words(EventLine.Weight.PLAIN, "", null);
            case Happening.ConnectionBlocked it -> line.words(EventLine.Weight.PLAIN, "P-30", null);
            case Happening.HoldPointSet it -> line.once("");
            case Happening.HoldPointCleared it -> line.once("");
            case Happening.Held it ->
                line.words(it.millis() > 0 ? EventLine.Weight.QUIET : EventLine.Weight.STRONG, "", it.queue());
            case Happening.Released it when !it.why().equals("time") ->
                line.words(EventLine.Weight.PLAIN, "", it.queue());
            case Happening.PaceSet it -> line.once("");
            case Happening.Noted it ->
                line.log(it.level().equals("info") ? EventLine.Weight.PLAIN : EventLine.Weight.STRONG, "",
                        null, it.text());
            case Happening happening -> failover(line, happening);
        }
    }

    private void failover(Line line, Happening happening) {
        switch (happening) {
            case Happening.SyncStarted it -> {
                line.log(EventLine.Weight.PLAIN, "S-08", it.queue(),
                        prefix(it.queue()) + "Synchronising: " + it.total() + " messages to synchronise");
                line.log(EventLine.Weight.QUIET, "S-11", it.queue(),
                        prefix(it.queue()) + "Synchronising: batch size: " + it.batchSize());
            }
            case Happening.SyncEnded it -> ended(line, it);
            case Happening.ReplicaFroze it -> line.log(EventLine.Weight.QUIET, "F-15", it.queue(), prefix(it.queue())
                    + "Secondary replica of queue " + it.replica() + " detected replica " + it.lostMaster()
                    + " to be down");
            case Happening.SurvivorsCompared it -> line.words(EventLine.Weight.QUIET, "G-05", it.queue());
            case Happening.MirrorPromoted it -> line.log(EventLine.Weight.STRONG, "F-15", it.queue(),
                    prefix(it.queue()) + "Promoting mirror " + it.mirror() + " to leader");
            case Happening.PromotionRefused it -> line.words(EventLine.Weight.STRONG, "F-04", it.queue());
            case Happening.MirrorsTerminated it ->
                line.log(EventLine.Weight.STRONG, "F-08", it.queue(), prefix(it.queue())
                        + "Stopping all nodes on master shutdown since no synchronised mirror (replica) is available");
            default -> {
            }
        }
    }

    /// Every virtual host has them (M-02).
    private static boolean isStandard(ExchangeName exchange) {
        return exchange.isDefault() || exchange.name().startsWith("amq.");
    }

    private static void ended(Line line, Happening.SyncEnded it) {
        String start = prefix(it.queue()) + "Synchronising: ";
        switch (it.outcome()) {
            case "complete" -> line.log(EventLine.Weight.PLAIN, "S-15", it.queue(), start + "complete");
            case "cancelled" ->
                line.log(EventLine.Weight.PLAIN, "S-16", it.queue(), start + " synchronisation cancelled ");
            case "nobody" -> line.log(EventLine.Weight.PLAIN, "S-10", it.queue(), start + "all mirrors already synced");
            case "no-mirror-left" -> line.words(EventLine.Weight.PLAIN, "S-18", it.queue());
            default -> line.words(EventLine.Weight.PLAIN, "S-17", it.queue());
        }
    }

    /// Every node says a record; a version that moves nobody is no event.
    private void recorded(Line line, Happening.QueueRecorded it) {
        Long version = versions.get(it.queue());
        if (version != null && version >= it.version()) {
            return;
        }
        versions.put(it.queue(), it.version());
        List<ReplicaId> mirrors = it.mirrors();
        String placement = it.master().node() + " "
                + (mirrors == null ? "-" : mirrors.stream().map(ReplicaId::node).toList());
        if (!placement.equals(placements.put(it.queue(), placement))) {
            line.words(EventLine.Weight.PLAIN, version == null ? "" : "P-01", it.queue());
        }
    }

    private static String prefix(QueueName queue) {
        return "Mirrored queue '" + queue.name() + "' in vhost '" + queue.vhost() + "': ";
    }

    private static String rule(String how) {
        return switch (how) {
            case "empty" -> "S-04";
            case "natural" -> "S-05";
            case "promotion" -> "S-03";
            default -> "S-15";
        };
    }

    /// What is written about one entry.
    private final class Line {
        private final Entry entry;
        private final int index;
        private final MessageNames names;

        private Line(Entry entry, int index, MessageNames names) {
            this.entry = entry;
            this.index = index;
            this.names = names;
        }

        private void words(EventLine.Weight weight, String rule, @Nullable QueueName queue) {
            add(weight, rule, queue, null, Events.sentence(entry, names));
        }

        private void log(EventLine.Weight weight, String rule, @Nullable QueueName queue, String text) {
            add(weight, rule, queue, text, null);
        }

        private void once(String rule) {
            Sentence words = Events.sentence(entry, names);
            boolean heard = lines.stream().skip(Math.max(0, lines.size() - LOOKED_BACK))
                    .anyMatch(line -> words.equals(line.words()) && entry.millis() - line.millis() < REPEATED_MILLIS);
            if (!heard) {
                add(EventLine.Weight.PLAIN, rule, null, null, words);
            }
        }

        private void add(EventLine.Weight weight, String rule, @Nullable QueueName queue, @Nullable String log,
                @Nullable Sentence words) {
            int at = entry.origin().indexOf('@');
            String origin = at < 0 ? entry.origin() : entry.origin().substring(0, at);
            int place = lines.size();
            while (place > 0 && lines.size() - place < LOOKED_BACK && lines.get(place - 1).millis() > entry.millis()) {
                place--;
            }
            lines.add(place, new EventLine(index, entry.millis(), origin, log, words, rule, queue, weight));
        }
    }
}
