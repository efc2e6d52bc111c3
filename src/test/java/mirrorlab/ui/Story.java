package mirrorlab.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// A recording made by hand, happening by happening, as a cluster would tell it.
public final class Story {
    public static final NodeName R1 = NodeName.of("rabbit1");
    public static final NodeName R2 = NodeName.of("rabbit2");
    public static final NodeName R3 = NodeName.of("rabbit3");
    public static final QueueName ORDERS = QueueName.of("orders");
    public static final ChannelId CHANNEL = new ChannelId(R1, 1, 7);
    private static final long START = 1_790_000_000_000L;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Long> sequences = new java.util.TreeMap<>();
    private long millis = START;
    private long version;

    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    public Story pause(long howLong) {
        millis += howLong;
        return this;
    }

    public Story lab(Happening happening) {
        return say(Entry.LAB, 0, happening);
    }

    public Story node(NodeName node, Happening happening) {
        return say(node.value(), 1, happening);
    }

    private Story say(String origin, long incarnation, Happening happening) {
        millis += 3;
        long sequence = sequences.merge(origin + incarnation, 1L, Long::sum);
        entries.add(new Entry(origin, incarnation, sequence, millis << 16, happening));
        return this;
    }

    public static ReplicaId replica(NodeName node, long serial) {
        return new ReplicaId(node, 1, serial);
    }

    public static MessageSet messages(ChannelId channel, long first, long last) {
        return MessageSet.of(List.of(new Interval(channel, first, last)));
    }

    public Story threeNodes() {
        int port = 5672;
        for (NodeName node : List.of(R1, R2, R3)) {
            lab(new Happening.NodeStarting(node, 4700 + port % 100));
        }
        for (NodeName node : List.of(R1, R2, R3)) {
            lab(new Happening.NodeStarted(node, 1, 4700 + port % 100, port, port + 10000));
            port++;
        }
        return pause(900);
    }

    /// Two points are chosen, a queue holds at one of them, and everything goes a little slower.
    public Story held() {
        for (NodeName each : List.of(R2, R3)) {
            node(each, new Happening.HoldPointSet(each, "before promotion", null));
            node(each, new Happening.HoldPointSet(each, "operation reached one mirror only", ORDERS));
            node(each, new Happening.PaceSet(each, 100));
        }
        node(R3, new Happening.Held(R3, "operation reached one mirror only", QueueName.of("invoices"), 100));
        return node(R2, new Happening.Held(R2, "before promotion", ORDERS, 0));
    }

    public Story step(int number, String text) {
        return pause(700).lab(new Happening.StepStarted(number, text, "{}"));
    }

    public Story record(NodeName teller, QueueName queue, ReplicaId master, @Nullable List<ReplicaId> mirrors,
            List<ReplicaId> synchronised, @Nullable String policy) {
        version++;
        return node(teller,
                new Happening.QueueRecorded(queue, version, true, false, false, Map.of(), master, mirrors, synchronised,
                        List.of(), policy, "live"));
    }

    public Story holds(QueueName queue, ReplicaId replica, String role, long first, long last, long delta) {
        return holds(queue, replica, role, CHANNEL, first, last, delta);
    }

    public Story holds(QueueName queue, ReplicaId replica, String role, ChannelId channel, long first, long last,
            long delta) {
        List<Interval> ready = last < first ? List.of() : List.of(new Interval(channel, first, last));
        return node(replica.node(), new Happening.ReplicaHolds(queue, replica, role, 1, ready, List.of(),
                Math.max(0, last - first + 1), 0, delta, 0, 0));
    }

    public Story publish(QueueName queue, ChannelId channel, long first, long last, String prefix,
            List<ReplicaId> replicas) {
        MessageSet sent = messages(channel, first, last);
        lab(new Happening.MessagesNamed(queue, new Interval(channel, first, last), prefix, first));
        for (ReplicaId replica : replicas) {
            node(channel.node(), new Happening.CopiesSent(queue, channel, replica, true, sent));
        }
        for (ReplicaId replica : replicas) {
            node(replica.node(), new Happening.CopiesReceived(queue, replica, sent));
        }
        for (ReplicaId replica : replicas) {
            node(replica.node(), new Happening.MessagesEnqueued(queue, replica, sent));
        }
        return this;
    }

    public Story confirmed(ChannelId channel, long first, long last) {
        return node(channel.node(),
                new Happening.PublishesAnswered(channel, "confirmed", messages(channel, first, last)));
    }

    public Story channel(ChannelId channel, long connection, String name) {
        node(channel.node(),
                new Happening.ConnectionOpened(channel.node(), connection, name, "127.0.0.1:50000", "guest", "/"));
        node(channel.node(), new Happening.ChannelOpened(channel.node(), connection, 1, channel));
        return node(channel.node(), new Happening.ConfirmsSelected(channel.node(), channel, 1));
    }

    /// The welcome scenario up to and including the kill.
    public Story welcome() {
        ReplicaId m1 = replica(R1, 1);
        ReplicaId m2 = replica(R2, 1);
        ReplicaId m3 = replica(R3, 1);
        welcomeBeforeKill();
        step(4, "kill rabbit1");
        return kill(m1, m2, m3);
    }

    public Story welcomeBeforeKill() {
        ReplicaId m1 = replica(R1, 1);
        ReplicaId m2 = replica(R2, 1);
        ReplicaId m3 = replica(R3, 1);
        threeNodes();
        step(0, "declare orders on rabbit1");
        node(R1, new Happening.ReplicaStarted(ORDERS, m1, "master", 0));
        record(R1, ORDERS, m1, null, List.of(), null);
        holds(ORDERS, m1, "master", 1, 0, 0);
        step(1, "publish 40 to orders");
        channel(CHANNEL, 3, "p1");
        publish(ORDERS, CHANNEL, 1, 40, "m", List.of(m1));
        confirmed(CHANNEL, 1, 40);
        holds(ORDERS, m1, "master", 1, 40, 0);
        step(2, "set policy");
        node(R1, new Happening.PolicySet("/", "ha-nodes", "^orders", "queues", 0, Map.of("ha-mode", "nodes")));
        node(R2, new Happening.ReplicaStarted(ORDERS, m2, "mirror", 0));
        node(R3, new Happening.ReplicaStarted(ORDERS, m3, "mirror", 0));
        record(R1, ORDERS, m1, List.of(m2, m3), List.of(), "ha-nodes");
        holds(ORDERS, m2, "mirror", 1, 0, 40);
        holds(ORDERS, m3, "mirror", 1, 0, 40);
        step(3, "publish 25 to orders");
        publish(ORDERS, CHANNEL, 41, 65, "m", List.of(m1, m2, m3));
        confirmed(CHANNEL, 41, 65);
        holds(ORDERS, m1, "master", 1, 65, 0);
        holds(ORDERS, m2, "mirror", 41, 65, 40);
        return holds(ORDERS, m3, "mirror", 41, 65, 40);
    }

    private Story kill(ReplicaId m1, ReplicaId m2, ReplicaId m3) {
        lab(new Happening.NodeDied(R1, 4772, 137, List.of("10:15:22.310 [info] rabbit1 serves")));
        node(R2, new Happening.PeerDown(R2, R1));
        node(R3, new Happening.PeerDown(R3, R1));
        node(R2, new Happening.ReplicaFroze(ORDERS, m2, m1, 1, 66));
        node(R3, new Happening.ReplicaFroze(ORDERS, m3, m1, 1, 66));
        node(R2, new Happening.SurvivorsCompared(ORDERS, m2, 2, List.of(m2, m3), List.of(66L, 66L), 0));
        node(R2, new Happening.MirrorPromoted(ORDERS, m2, m1, 2, false, List.of(), "ha-nodes", "ha-promote-on-failure",
                "always",
                true, 25, 0, 0, "master-lost"));
        record(R2, ORDERS, m2, List.of(m3), List.of(m3), "ha-nodes");
        node(R3, new Happening.MirrorSynchronised(ORDERS, m3, "natural"));
        holds(ORDERS, m2, "master", 41, 65, 0);
        return holds(ORDERS, m3, "mirror", 41, 65, 0);
    }

    /// More queues, each in another state: unsynchronised, being synchronised, down.
    public Story others() {
        audit();
        jobs();
        return billing();
    }

    /// Queues that are all well.
    public Story many(int count) {
        for (int i = 0; i < count; i++) {
            QueueName queue = QueueName.of(String.format(java.util.Locale.ROOT, "queue-%03d", i));
            record(R2, queue, replica(R2, 100 + i), List.of(replica(R3, 100 + i)), List.of(replica(R3, 100 + i)),
                    "ha-all");
            holds(queue, replica(R2, 100 + i), "master", 1, 0, 0);
            holds(queue, replica(R3, 100 + i), "mirror", 1, 0, 0);
        }
        return this;
    }

    private void audit() {
        QueueName audit = QueueName.of("audit");
        ChannelId channel = new ChannelId(R2, 1, 9);
        channel(channel, 4, "p2");
        record(R2, audit, replica(R2, 2), List.of(replica(R3, 2)), List.of(), "ha-all");
        publish(audit, channel, 1, 1840, "a", List.of(replica(R2, 2)));
        confirmed(channel, 1, 1840);
        holds(audit, replica(R2, 2), "master", channel, 1, 1840, 0);
        holds(audit, replica(R3, 2), "mirror", channel, 613, 1840, 612);
        node(R2, new Happening.CopiesSent(audit, channel, replica(R3, 2), true, messages(channel, 1841, 1841)));
    }

    private void jobs() {
        QueueName jobs = QueueName.of("jobs");
        ChannelId channel = new ChannelId(R2, 1, 10);
        record(R2, jobs, replica(R2, 3), List.of(replica(R3, 3)), List.of(), "ha-two");
        publish(jobs, channel, 1, 120_000, "j", List.of(replica(R2, 3)));
        holds(jobs, replica(R2, 3), "master", channel, 1, 120_000, 0);
        node(R2, new Happening.SyncStarted(jobs, replica(R2, 3), List.of(replica(R3, 3)), 120_000, 4096, false));
        node(R2, new Happening.SyncProgressed(jobs, replica(R2, 3), 44_400, 120_000, 2, 1));
        holds(jobs, replica(R3, 3), "mirror", channel, 1, 44_400, -1);
    }

    private Story billing() {
        QueueName billing = QueueName.of("billing");
        ReplicaId master = replica(R1, 4);
        ChannelId channel = new ChannelId(R1, 1, 11);
        record(R2, billing, master, List.of(), List.of(), "safe");
        publish(billing, channel, 1, 300, "b", List.of(master));
        holds(billing, master, "master", channel, 1, 300, 0);
        return node(R2,
                new Happening.ConsumerAdded(R2, new ChannelId(R2, 1, 9), QueueName.of("audit"), "c1", 5, false));
    }
}
