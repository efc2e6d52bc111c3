package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.policy.HaSettings;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What of a queue's outlook does not depend on who ends and how, worked out once for all forecasts of one moment.
final class ObservedQueue {
    private final QueueRecord record;
    private final @Nullable HaSettings settings;
    private final @Nullable ReplicaStanding master;
    private final boolean masterRuns;
    private final boolean masterLives;
    private final List<Mirror> mirrors = new ArrayList<>();
    private final List<NodeName> mirrorNodes = new ArrayList<>();

    /// A mirror of the record.
    ///
    /// @param standing null when its node did not answer
    /// @param lives as far as anybody knows
    /// @param follows it answered and has all that its master sent
    record Mirror(ReplicaId replica, @Nullable ReplicaStanding standing, boolean lives, boolean follows) {}

    ObservedQueue(ClusterStanding cluster, QueueStanding queue) {
        record = queue.record();
        settings = queue.settings();
        Map<ReplicaId, ReplicaStanding> told = new LinkedHashMap<>();
        queue.replicas().forEach(each -> told.putIfAbsent(each.replica(), each));
        master = told.get(record.master());
        masterRuns = cluster.runs(record.master());
        masterLives = lives(cluster, record.master(), master);
        for (ReplicaId each : record.mirrorList()) {
            ReplicaStanding standing = told.get(each);
            mirrors.add(new Mirror(each, standing, lives(cluster, each, standing),
                    standing != null && master != null && follows(standing, master)));
            mirrorNodes.add(each.node());
        }
    }

    private static boolean lives(ClusterStanding cluster, ReplicaId replica, @Nullable ReplicaStanding standing) {
        return cluster.runs(replica) && (standing != null || cluster.silent().contains(replica.node()));
    }

    private boolean follows(ReplicaStanding mirror, ReplicaStanding master) {
        return mirror.phase().equals("following") && mirror.epoch() == master.epoch()
                && mirror.sequence() == master.sequence() && (mirror.fromChannels() == 0 || master.syncing())
                && (!mirror.syncing() || master.syncing())
                && mirror.synchronised() == record.synchronised().contains(mirror.replica());
    }

    QueueRecord record() {
        return record;
    }

    @Nullable
    HaSettings settings() {
        return settings;
    }

    /// The recorded master; null when its node did not answer, or there is none.
    @Nullable
    ReplicaStanding master() {
        return master;
    }

    /// The recorded master's node runs, and it is the same life of the node.
    boolean masterRuns() {
        return masterRuns;
    }

    boolean hasMaster() {
        return masterLives;
    }

    /// Eldest first, dead ones too.
    List<Mirror> mirrors() {
        return mirrors;
    }

    List<NodeName> mirrorNodes() {
        return mirrorNodes;
    }

    /// A mirror of the record.
    Mirror mirror(ReplicaId replica) {
        for (Mirror each : mirrors) {
            if (each.replica().equals(replica)) {
                return each;
            }
        }
        throw new IllegalArgumentException(replica + " is no mirror of " + record.queue());
    }
}
