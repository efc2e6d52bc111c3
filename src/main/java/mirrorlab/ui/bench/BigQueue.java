package mirrorlab.ui.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// One queue of a made-up cluster, and what its replicas tell. Mutable.
final class BigQueue {
    private final QueueName name;
    private final BigFamily family;
    private final ChannelId channel;
    private final boolean consumed;
    private final long backlog;
    private final long serial;
    private ReplicaId master;
    private List<ReplicaId> mirrors;
    private long version;
    private long epoch = 1;
    private long published;
    private long taken;
    private double due;

    /// @param number
    ///            counts all queues of the cluster
    BigQueue(int number, List<NodeName> nodes) {
        family = BigFamily.of(number);
        name = QueueName.of(family.word() + String.format(java.util.Locale.ROOT, "-%03d", number));
        serial = 100L + number;
        master = new ReplicaId(nodes.get(number % nodes.size()), 1, serial);
        channel = new ChannelId(nodes.get((number + 2) % nodes.size()), 1, serial);
        mirrors = new ArrayList<>();
        for (int i = 1; i <= family.mirrors(nodes.size()); i++) {
            mirrors.add(new ReplicaId(nodes.get((number + i) % nodes.size()), 1, serial));
        }
        consumed = number % 3 != 0;
        backlog = family.late() ? 600 + number % 7 * 250L : number % 5 * 40L;
        published = backlog;
    }

    ReplicaId master() {
        return master;
    }

    boolean isOn(NodeName node) {
        return master.node().equals(node) || mirrors.stream().anyMatch(each -> each.node().equals(node));
    }

    void declare(ClusterEntries out) {
        out.node(master.node(), new Happening.ReplicaStarted(name, master, "master", 0));
        mirrors.forEach(each -> out.node(each.node(), new Happening.ReplicaStarted(name, each, "mirror", 0)));
        record(out);
        out.node(channel.node(), new Happening.ChannelOpened(channel.node(), serial, 1, channel));
        out.node(channel.node(), new Happening.ConfirmsSelected(channel.node(), channel, 1));
        if (consumed) {
            out.node(channel.node(),
                    new Happening.ConsumerAdded(channel.node(), channel, name, "c" + serial, 10, false));
        }
        if (backlog > 0) {
            MessageSet all = MessageSet.of(List.of(new Interval(channel, 1, backlog)));
            out.node(channel.node(), new Happening.CopiesSent(name, channel, master, true, all));
            out.node(master.node(), new Happening.MessagesEnqueued(name, master, all));
            out.node(channel.node(), new Happening.PublishesAnswered(channel, "confirmed", all));
            for (ReplicaId each : family.late() ? List.<ReplicaId>of() : mirrors) {
                out.node(channel.node(), new Happening.CopiesSent(name, channel, each, true, all));
                out.node(each.node(), new Happening.CopiesReceived(name, each, all));
                out.node(each.node(), new Happening.MessagesEnqueued(name, each, all));
            }
        }
        holds(out);
    }

    private void record(ClusterEntries out) {
        out.node(master.node(), new Happening.QueueRecorded(name, ++version, true, false, false, Map.of(), master,
                family.policy() == null ? null : List.copyOf(mirrors), family.late() ? List.of() : List.copyOf(mirrors),
                List.of(), family.policy(), "live"));
    }

    private void holds(ClusterEntries out) {
        holds(out, master, "master", taken + 1, 0);
        for (ReplicaId each : mirrors) {
            long from = family.late() ? Math.max(taken, backlog) + 1 : taken + 1;
            holds(out, each, "mirror", from, from - taken - 1);
        }
    }

    private void holds(ClusterEntries out, ReplicaId replica, String role, long from, long delta) {
        List<Interval> ready = published < from ? List.of() : List.of(new Interval(channel, from, published));
        out.node(replica.node(), new Happening.ReplicaHolds(name, replica, role, epoch, ready, List.of(),
                Math.max(0, published - from + 1), 0, delta, 0, consumed ? 1 : 0));
    }

    /// What a stretch of time brings: publishes as they become due, and what a consumer takes of them. Merged as nodes
    /// merge it, one happening for each kind, queue and channel.
    ///
    /// @param more
    ///            messages, a fraction of one is kept for later
    void traffic(double more, ClusterEntries out) {
        due += more;
        long count = (long) due;
        if (count == 0) {
            return;
        }
        due -= count;
        MessageSet fresh = MessageSet.of(List.of(new Interval(channel, published + 1, published + count)));
        published += count;
        out.node(channel.node(), new Happening.CopiesSent(name, channel, master, true, fresh));
        for (ReplicaId each : mirrors) {
            out.node(channel.node(), new Happening.CopiesSent(name, channel, each, true, fresh));
            out.node(each.node(), new Happening.CopiesReceived(name, each, fresh));
        }
        out.node(master.node(), new Happening.MessagesEnqueued(name, master, fresh));
        mirrors.forEach(each -> out.node(each.node(), new Happening.MessagesEnqueued(name, each, fresh)));
        out.node(channel.node(), new Happening.PublishesAnswered(channel, "confirmed", fresh));
        if (consumed) {
            MessageSet old = MessageSet.of(List.of(new Interval(channel, taken + 1, taken + count)));
            taken += count;
            out.node(master.node(), new Happening.MessagesDelivered(name, master, channel, "c" + serial, false, false,
                    old));
            out.node(master.node(), new Happening.MessagesSettled(name, master, "acknowledged", old));
        }
        holds(out);
    }

    /// The node ended: its mirror is gone, or the eldest mirror takes over.
    void lose(NodeName node, ClusterEntries out) {
        ReplicaId lost = master;
        if (lost.node().equals(node) && !mirrors.isEmpty()) {
            master = mirrors.removeFirst();
            epoch++;
            out.node(master.node(), new Happening.MirrorPromoted(name, master, lost, epoch, !family.late(),
                    family.late() ? List.of() : List.copyOf(mirrors), family.policy(), "ha-promote-on-failure",
                    "always", true, published - taken, 0, 0, "master-lost"));
            taken = family.late() ? Math.max(taken, backlog) : taken;
        } else {
            mirrors.removeIf(each -> each.node().equals(node));
        }
        if (!master.node().equals(node)) {
            record(out);
            holds(out);
        }
    }

    /// The channel's node or the only replica is there no more.
    boolean isStill(NodeName dead) {
        return channel.node().equals(dead) || master.node().equals(dead);
    }
}
