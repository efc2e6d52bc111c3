package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.mirror.Replica;
import mirrorlab.policy.HaMode;
import mirrorlab.policy.HaSettings;
import mirrorlab.queue.Consumers;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What must be true of a queue while the cluster is calm.
record CalmQueue(SimulatedCluster cluster, QueueRecord record) {

    void check() {
        Replica master = living(record.master());
        if (master == null) {
            withoutMaster();
            return;
        }
        if (!master.isMaster()) {
            throw new InvariantBroken(record + ": the recorded master " + record.master() + " is a mirror");
        }
        if (record.down()) {
            throw new InvariantBroken(record + " is down, and its master lives (N-06)");
        }
        for (ReplicaId each : record.mirrorList()) {
            Replica mirror = living(each);
            if (mirror == null) {
                throw new InvariantBroken(record + " lists " + each + ", which is dead (F-01)");
            }
            Replica.Position position = mirror.position();
            if (!position.phase().equals("following") || !position.leader().equals(record.master())
                    || position.epoch() != master.position().epoch()
                    || position.sequence() != master.position().sequence()) {
                throw new InvariantBroken(
                        record.queue() + ": " + each + " does not follow " + record.master() + ": " + position
                                + " against " + master.position());
            }
            if (position.synchronised() != record.synchronised().contains(each)) {
                throw new InvariantBroken(record + ": " + each + " is " + (position.synchronised() ? "" : "not ")
                        + "synchronised, the record says otherwise (S-01)");
            }
        }
        holders(master);
        SimulatedNode node = cluster.node(record.master().node());
        if (node != null) {
            LimitInvariants.calm(node, master, record);
        }
        consumers(master);
        placement();
    }

    /// F-04, F-08: nobody may be left who could take over.
    private void withoutMaster() {
        for (ReplicaId each : record.mirrorList()) {
            var living = living(each);
            if (living != null && !record.refused().contains(each)) {
                throw new InvariantBroken(
                        record + " has no master, and " + each + " lives and does not take over (F-01): "
                                + living.position());
            }
        }
    }

    private @Nullable Replica living(ReplicaId id) {
        SimulatedNode node = cluster.node(id.node());
        return node == null || node.incarnation != id.incarnation() || cluster.isIsolated(id.node())
                ? null
                : cluster.invariants().replica(id);
    }

    /// F-37: what a channel held returns when it ends.
    private void holders(Replica master) {
        Holdings holdings = Holdings.of(master);
        for (int i = 0; i < holdings.size(); i++) {
            if (holdings.unacknowledged().get(i)) {
                ChannelId holder = master.holderOf(holdings.positions().get(i));
                if (holder == null
                        || cluster.clients().present().stream().noneMatch(each -> each.channel.equals(holder))) {
                    throw new InvariantBroken(record.queue() + ": " + holdings.ids().get(i) + " is held by " + holder
                            + ", which has ended (F-37)");
                }
            }
        }
    }

    /// Within all limits, one active where only one may be, and nobody with room waits for what is ready.
    private void consumers(Replica master) {
        List<Consumers.State> all = master.consumers();
        boolean single = Boolean.TRUE.equals(record.arguments().get("x-single-active-consumer"));
        long active = all.stream().filter(Consumers.State::active).count();
        if (active != (single ? Math.min(1, all.size()) : all.size())) {
            throw new InvariantBroken(record.queue() + " has " + active + " active consumers of " + all.size());
        }
        Replica.Counters counters = master.counters();
        boolean isReady = counters != null && counters.ready() > 0;
        for (Consumers.State each : all) {
            if (cluster.clients().present().stream().noneMatch(client -> client.channel
                    .equals(each.consumer().channel()) && client.consumers().contains(each.consumer().tag()))) {
                throw new InvariantBroken(record.queue() + " has a consumer that its client has not: " + each);
            }
            int prefetch = each.consumer().prefetch();
            if ((prefetch > 0 && each.unsettled() > prefetch) || each.unsent() > 200 || each.room() < 0) {
                throw new InvariantBroken(record.queue() + ": a consumer is above its limits: " + each);
            }
            if (isReady && (each.mayTake() || (each.waitsForRoom() && hasRoom(each.consumer().channel())))) {
                throw new InvariantBroken(record.queue() + " has " + counters + ", and there is room at " + each);
            }
        }
    }

    private boolean hasRoom(ChannelId channel) {
        return cluster.clients().present().stream().anyMatch(each -> each.channel.equals(channel) && each.hasRoom());
    }

    /// PO-09, PO-10, F-16.
    private void placement() {
        SimulatedNode node = cluster.node(record.master().node());
        HaSettings settings = node == null ? null : node.broker.state().mirroring(record).orElse(null);
        if (settings == null ? record.mirrors() != null : record.mirrors() == null) {
            throw new InvariantBroken(record + " and its policy " + settings + " do not agree (PO-15)");
        }
        if (node == null || settings == null) {
            return;
        }
        List<NodeName> nodes = new ArrayList<>(record.replicas().stream().map(ReplicaId::node).toList());
        int running = node.broker.state().running().size();
        int wanted = switch (settings.mode()) {
            case HaMode.All() -> running;
            case HaMode.Exactly(int count) -> Math.min(count, running);
            case HaMode.Nodes unused -> nodes.size();
        };
        if (nodes.size() != wanted) {
            throw new InvariantBroken(
                    record + " has replicas on " + nodes + ", the policy wants " + wanted + " (PO-09, PO-10)");
        }
    }
}
