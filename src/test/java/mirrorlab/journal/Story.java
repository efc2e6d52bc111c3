package mirrorlab.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Entries as nodes and lab would write them, told by hand.
public final class Story {
    public static final QueueName ORDERS = QueueName.of("orders");
    public static final ReplicaId R1 = replica("rabbit1", 1);
    public static final ReplicaId R2 = replica("rabbit2", 1);
    public static final ReplicaId R3 = replica("rabbit3", 1);
    /// The publisher's channel at rabbit2, so that it outlives rabbit1.
    public static final ChannelId CHANNEL = new ChannelId(NodeName.of("rabbit2"), 1, 7);

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Long> sequences = new TreeMap<>();
    private final Map<String, Long> incarnations = new TreeMap<>();
    private final Map<ReplicaId, List<Interval>> contents = new LinkedHashMap<>();
    private boolean durable = true;
    private long version;
    private long clock = 1_000L << 16;

    public static ReplicaId replica(String node, long incarnation) {
        return new ReplicaId(NodeName.of(node), incarnation, 5);
    }

    public static MessageSet m(long first, long last) {
        return MessageSet.of(List.of(new Interval(CHANNEL, first, last)));
    }

    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    public Story by(String origin, Happening happening) {
        String name = origin.equals(Entry.LAB) ? origin : NodeName.of(origin).value();
        long incarnation = incarnations.getOrDefault(origin, 1L);
        long sequence = sequences.merge(name + "/" + incarnation, 1L, Long::sum);
        clock += 1 << 10;
        entries.add(new Entry(name, incarnation, sequence, clock, happening));
        return this;
    }

    private Story by(ReplicaId replica, Happening happening) {
        return by(replica.node().shortName(), happening);
    }

    // ---- nodes

    public Story three() {
        return started("rabbit1").started("rabbit2").started("rabbit3");
    }

    public Story started(String node) {
        long incarnation = incarnations.getOrDefault(node, 1L);
        NodeName name = NodeName.of(node);
        long processId = 4000 + incarnation;
        by(Entry.LAB, new Happening.NodeStarting(name, processId));
        by(node, new Happening.NodeJoined(name, incarnation, List.of(name)));
        return by(Entry.LAB, new Happening.NodeStarted(name, incarnation, processId, 5672, 15672));
    }

    public Story died(String node) {
        by(Entry.LAB, new Happening.NodeDied(NodeName.of(node), 4001, 137, List.of("last words")));
        incarnations.merge(node, 1L, Long::sum);
        return this;
    }

    public Story stopped(String node) {
        by(Entry.LAB, new Happening.NodeStopped(NodeName.of(node), 4001, 0));
        incarnations.merge(node, 1L, Long::sum);
        return this;
    }

    // ---- queue

    public Story transientQueue() {
        durable = false;
        return this;
    }

    /// Told by rabbit2 and rabbit3, which are told apart by their clocks only.
    public Story recorded(ReplicaId master, @Nullable List<ReplicaId> mirrors, List<ReplicaId> synchronised) {
        return recorded(master, mirrors, synchronised, "live");
    }

    public Story recorded(ReplicaId master, @Nullable List<ReplicaId> mirrors, List<ReplicaId> synchronised,
            String state) {
        version++;
        var record = new Happening.QueueRecorded(ORDERS, version, durable, false, false, Map.of(), master, mirrors,
                synchronised,
                List.of(), mirrors == null ? null : "ha", state);
        return by("rabbit2", record).by("rabbit3", record);
    }

    public Story removed(String reason) {
        version++;
        contents.clear();
        return by("rabbit2", new Happening.QueueRemoved(ORDERS, version, reason))
                .by("rabbit3", new Happening.QueueRemoved(ORDERS, version, reason));
    }

    public Story policy(Map<String, Object> definition) {
        var set = new Happening.PolicySet("/", "ha", "^", "all", 0, definition);
        return by("rabbit2", set).by("rabbit3", set);
    }

    /// `orders` on rabbit1, without mirrors.
    public Story declared() {
        recorded(R1, null, List.of());
        return begins(R1, "master");
    }

    public Story begins(ReplicaId replica, String role) {
        contents.put(replica, new ArrayList<>());
        by(replica, new Happening.ReplicaStarted(ORDERS, replica, role, 0));
        return holds(replica, role);
    }

    /// rabbit2 and rabbit3 become mirrors; empty queues synchronise at once.
    public Story mirrored(boolean synchronised) {
        policy(Map.of("ha-mode", "all"));
        recorded(R1, List.of(R2, R3), List.of());
        begins(R2, "mirror").begins(R3, "mirror");
        if (synchronised) {
            by("rabbit2", new Happening.MirrorSynchronised(ORDERS, R2, "empty"));
            by("rabbit3", new Happening.MirrorSynchronised(ORDERS, R3, "empty"));
            recorded(R1, List.of(R2, R3), List.of(R3, R2));
        }
        return this;
    }

    // ---- messages

    public Story connected() {
        by("rabbit2", new Happening.ConnectionOpened(CHANNEL.node(), 1, "publisher", "127.0.0.1:5", "guest", "/"));
        return by("rabbit2", new Happening.ChannelOpened(CHANNEL.node(), 1, 1, CHANNEL))
                .by("rabbit2", new Happening.ConfirmsSelected(CHANNEL.node(), CHANNEL, 1));
    }

    /// Named, sent, received, enqueued and confirmed; the master first.
    public Story published(long first, long last, ReplicaId... replicas) {
        return published(first, last, true, replicas);
    }

    public Story published(long first, long last, boolean persistent, ReplicaId... replicas) {
        sent(first, last, persistent, replicas);
        for (ReplicaId each : replicas) {
            arrived(first, last, each);
        }
        return answered("confirmed", first, last);
    }

    public Story sent(long first, long last, boolean persistent, ReplicaId... replicas) {
        by(Entry.LAB, new Happening.MessagesNamed(ORDERS, new Interval(CHANNEL, first, last), "m", first));
        for (ReplicaId each : replicas) {
            by("rabbit2", new Happening.CopiesSent(ORDERS, CHANNEL, each, persistent, m(first, last)));
        }
        return this;
    }

    public Story arrived(long first, long last, ReplicaId replica) {
        contents.computeIfAbsent(replica, unused -> new ArrayList<>()).add(new Interval(CHANNEL, first, last));
        by(replica, new Happening.CopiesReceived(ORDERS, replica, m(first, last)));
        by(replica, new Happening.MessagesEnqueued(ORDERS, replica, m(first, last)));
        return holds(replica, replica.equals(R1) ? "master" : "mirror");
    }

    public Story answered(String outcome, long first, long last) {
        return by("rabbit2", new Happening.PublishesAnswered(CHANNEL, outcome, m(first, last)));
    }

    /// A snapshot of what the story knows that the replica holds.
    public Story holds(ReplicaId replica, String role) {
        return holds(replica, role, contents.getOrDefault(replica, List.of()), List.of());
    }

    public Story holds(ReplicaId replica, String role, List<Interval> ready, List<Interval> unacknowledged) {
        MessageSet all = MessageSet.of(ready);
        MessageSet out = MessageSet.of(unacknowledged);
        return by(replica,
                new Happening.ReplicaHolds(ORDERS, replica, role, 1, all.intervals(), out.intervals(), all.count(),
                        out.count(), role.equals("master") ? 0 : -1, 0, 0));
    }

    public Story holds(ReplicaId replica, String role, MessageSet ready, MessageSet unacknowledged) {
        contents.put(replica, new ArrayList<>(ready.intervals()));
        return holds(replica, role, ready.intervals(), unacknowledged.intervals());
    }

    public Story delivered(ReplicaId master, boolean redelivered, long first, long last) {
        return by(master,
                new Happening.MessagesDelivered(ORDERS, master, CHANNEL, "tag", redelivered, false, m(first, last)));
    }

    public Story settled(ReplicaId master, String fate, long first, long last) {
        return by(master, new Happening.MessagesSettled(ORDERS, master, fate, m(first, last)));
    }

    // ---- failover

    public Story promoted(ReplicaId mirror, ReplicaId lost, boolean wasSynchronised, List<ReplicaId> synchronised,
            String value,
            boolean isDefault, ReplicaId... mirrorsLeft) {
        by(mirror, new Happening.ReplicaFroze(ORDERS, mirror, lost, 1, 65));
        long depth = MessageSet.of(contents.getOrDefault(mirror, List.of())).count();
        by(mirror, new Happening.MirrorPromoted(ORDERS, mirror, lost, 2, wasSynchronised, synchronised, "ha",
                "ha-promote-on-failure", value, isDefault, depth, 0, 0, "master-lost"));
        recorded(mirror, Arrays.asList(mirrorsLeft), Arrays.asList(mirrorsLeft));
        return holds(mirror, "master");
    }

    /// Any order in which the same entries may arrive: each origin's own order stays.
    public static List<Entry> shuffled(List<Entry> entries, Random random) {
        Map<String, List<Entry>> byOrigin = new TreeMap<>();
        entries.forEach(each -> byOrigin.computeIfAbsent(each.origin(), unused -> new ArrayList<>()).add(each));
        List<String> turns = new ArrayList<>();
        byOrigin.forEach((origin, its) -> turns.addAll(Collections.nCopies(its.size(), origin)));
        Collections.shuffle(turns, random);
        Map<String, Integer> next = new TreeMap<>();
        List<Entry> shuffled = new ArrayList<>();
        for (String origin : turns) {
            int at = next.merge(origin, 1, Integer::sum) - 1;
            shuffled.add(byOrigin.get(origin).get(at));
        }
        return shuffled;
    }

    /// The welcome scenario: 40 before there are mirrors, 25 after, rabbit1 killed.
    public static Story welcome() {
        return new Story().three().connected().declared().published(1, 40, R1).mirrored(false)
                .published(41, 65, R1, R2, R3)
                .died("rabbit1").promoted(R2, R1, false, List.of(), "always", true, R3);
    }
}
