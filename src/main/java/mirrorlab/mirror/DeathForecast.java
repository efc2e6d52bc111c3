package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import mirrorlab.metadata.NodeLoss;
import mirrorlab.policy.HaMode;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Placement;
import mirrorlab.policy.Promotion;
import mirrorlab.policy.RunningOrder;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Doubt;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Drawn;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;
import mirrorlab.vocabulary.forecast.QueueForecast.Reason;
import org.jspecify.annotations.Nullable;

/// What would become of every queue if nodes ended now. Nothing is decided here: who takes over says `Election`, what a record
/// becomes {@link NodeLoss}, where mirrors are wanted `MirrorPlacement`, as they say it to those who carry it out.
public final class DeathForecast {
    private static final String ON_FAILURE = "ha-promote-on-failure";
    private static final String ON_SHUTDOWN = "ha-promote-on-shutdown";
    private final ClusterStanding cluster;
    private final List<NodeName> dying;
    private final Death death;
    /// In order of start.
    private final List<NodeName> staying;
    /// What is drawn with it is not told.
    private final SplittableRandom chance = new SplittableRandom(0);

    private DeathForecast(ClusterStanding cluster, List<NodeName> dying, Death death) {
        this.cluster = cluster;
        this.dying = dying;
        this.death = death;
        staying = cluster.running().keySet().stream().filter(each -> !dying.contains(each)).toList();
    }

    /// @param dying end at the same moment; those that do not run change nothing
    public static Forecast of(ClusterStanding cluster, List<NodeName> dying, Death death) {
        DeathForecast forecast = new DeathForecast(cluster, dying, death);
        return new Forecast(List.copyOf(dying), death, cluster.queues().stream().map(forecast::of).toList());
    }

    private boolean stays(QueueStanding queue, ReplicaId replica) {
        return !dying.contains(replica.node()) && cluster.lives(queue, replica);
    }

    private QueueForecast of(QueueStanding queue) {
        QueueRecord record = queue.record();
        boolean nodeDies = cluster.runs(record.master()) && dying.contains(record.master().node());
        if (record.down() || !(cluster.hasMaster(queue) || nodeDies)) {
            return withoutMaster(queue);
        } else if (nodeDies) {
            return masterLost(queue);
        }
        Loss loss = new Loss(queue, queue.of(record.master()));
        return isForsaken(queue)
                ? loss.gone(new Reason("F-37", record.policy(), null, null, false))
                : mirrorsLost(queue, loss);
    }

    /// An auto-delete queue whose last consumers are connected to the dying nodes (F-37).
    private boolean isForsaken(QueueStanding queue) {
        ReplicaStanding master = queue.of(queue.record().master());
        return queue.record().autoDelete() && master != null && !master.consumers().isEmpty()
                && dying.containsAll(master.consumers());
    }

    // ---- the master stays, or was lost before

    /// A mirror that is about to take over makes what follows uncertain.
    private QueueForecast withoutMaster(QueueStanding queue) {
        QueueRecord record = queue.record();
        Loss loss = new Loss(queue, null);
        if (!record.down() && !Election.electors(record, each -> cluster.lives(queue, each)).isEmpty()
                && Election.mayBePromoted(record, queue.settings())) {
            loss.doubt(Doubt.IN_FLIGHT);
        }
        return loss.unchanged(new Reason(record.down() ? "N-06" : "F-25", record.policy(), null, null, false));
    }

    private QueueForecast mirrorsLost(QueueStanding queue, Loss loss) {
        QueueRecord record = queue.record();
        List<ReplicaId> stay = new ArrayList<>(record.mirrorList().size());
        List<NodeName> left = new ArrayList<>(record.mirrorList().size());
        boolean loses = false;
        for (ReplicaId each : record.mirrorList()) {
            loses |= dying.contains(each.node());
            if (stays(queue, each)) {
                stay.add(each);
                left.add(each.node());
            }
        }
        if (!loses) {
            return loss.unchanged(new Reason("F-24", record.policy(), null, null, false));
        }
        loss.checkMaster();
        loss.checkMirrors(stay);
        HaSettings settings = queue.settings();
        Mirrors mirrors = place(record.master().node(), left, record, settings, loss);
        return loss.mirrorLost(mirrors, new Reason(mirrors.isPlain(left) ? "F-24" : "F-16", record.policy(),
                settings == null ? null : "ha-mode", settings == null ? null : mode(settings), false));
    }

    // ---- the master is lost

    private QueueForecast masterLost(QueueStanding queue) {
        QueueRecord record = queue.record();
        Loss loss = new Loss(queue, queue.of(record.master()));
        if (cluster.hasMaster(queue)) {
            loss.checkMaster();
        }
        NodeLoss becomes = NodeLoss.of(record, queue.settings() != null);
        if (cluster.hasMaster(queue) && (queue.settings() == null) != (record.mirrors() == null)
                && !record.exclusive()) {
            loss.doubt(Doubt.IN_FLIGHT); // the policy has changed, and the queue has not followed yet
        }
        return switch (becomes) {
            case REMOVED ->
                loss.gone(new Reason(record.exclusive() ? "P-03" : "N-05", record.policy(), null, null, false));
            case DOWN -> loss.down(record.master().node(), new Reason("N-06", record.policy(), null, null, false));
            case KEPT -> cluster.hasMaster(queue) ? mirroredMasterLost(queue, loss) : withoutMaster(queue);
        };
    }

    private QueueForecast mirroredMasterLost(QueueStanding queue, Loss loss) {
        QueueRecord record = queue.record();
        HaSettings settings = queue.settings();
        loss.checkOrder(dying, death);
        List<ReplicaId> electors = Election.electors(record, each -> stays(queue, each));
        if (death == Death.STOP && Election.endsMirrors(record, settings)) {
            Reason reason = reason("F-08", record, ON_SHUTDOWN, settings == null ? null : settings.promoteOnShutdown());
            return isForsaken(queue) ? loss.gone(reason) : ends(record, loss, reason);
        } else if (electors.isEmpty()) {
            return ends(record, loss, new Reason("F-25", record.policy(), null, null, false));
        }
        Promotion onFailure = settings == null ? null : settings.promoteOnFailure();
        if (!Election.mayBePromoted(record, settings)) {
            return ends(record, loss, reason(death == Death.STOP ? "F-10" : "F-04", record, ON_FAILURE, onFailure));
        }
        ReplicaId candidate = electors.getFirst();
        loss.checkMirrors(electors);
        List<NodeName> left = loss.followers(electors).stream().map(ReplicaId::node).toList();
        Mirrors mirrors = place(candidate.node(), left, record, settings, loss);
        boolean decides = record.synchronised().isEmpty();
        Reason reason = death == Death.STOP
                ? reason("F-09", record, decides ? ON_SHUTDOWN : null,
                        settings == null ? null : settings.promoteOnShutdown())
                : reason(decides ? "F-02" : "F-01", record, decides ? ON_FAILURE : null, onFailure);
        return loss.promoted(candidate, mirrors, reason);
    }

    /// No mirror is left: the queue waits for its master's node, in vain when it is transient (F-28).
    private QueueForecast ends(QueueRecord record, Loss loss, Reason reason) {
        if (record.durable()) {
            return loss.down(record.master().node(), reason);
        }
        return staying.isEmpty()
                ? loss.gone(new Reason("N-33", record.policy(), null, null, false))
                : loss.down(null, reason);
    }

    private static Reason reason(String rule, QueueRecord record, @Nullable String key, @Nullable Promotion promotion) {
        return key == null || promotion == null
                ? new Reason(rule, record.policy(), null, null, false)
                : new Reason(rule, record.policy(), key, promotion.text(), promotion.isDefault());
    }

    private static String mode(HaSettings settings) {
        return settings.mode().getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    // ---- mirrors

    /// @param nodes as far as chance does not decide, eldest first
    record Mirrors(List<NodeName> nodes, Drawn drawn) {
        boolean isPlain(List<NodeName> left) {
            return nodes.equals(left) && drawn.count() == 0;
        }
    }

    /// Those that may stay, then the new ones.
    private static List<NodeName> moved(List<NodeName> left, List<NodeName> wanted) {
        List<NodeName> nodes = new ArrayList<>(left);
        nodes.retainAll(wanted);
        wanted.stream().filter(each -> !left.contains(each)).forEach(nodes::add);
        return nodes;
    }

    private Mirrors place(NodeName master, List<NodeName> left, QueueRecord record, @Nullable HaSettings settings,
            Loss loss) {
        if (settings == null) {
            return new Mirrors(left, Drawn.NOTHING);
        }
        List<NodeName> synchronised = new ArrayList<>();
        for (ReplicaId each : record.synchronised()) {
            if (left.contains(each.node())) {
                synchronised.add(each.node());
            }
        }
        List<NodeName> wanted = MirrorPlacement.wanted(settings, master, left, synchronised, staying, chance)
                .mirrors();
        List<NodeName> among = settings.mode() instanceof HaMode.Exactly
                ? Placement.drawn(settings.mode(), master, left, RunningOrder.seenFrom(master, staying))
                : List.of();
        if (among.isEmpty()) {
            return new Mirrors(wanted.size() == left.size() && wanted.containsAll(left) ? left : moved(left, wanted),
                    Drawn.NOTHING);
        }
        loss.doubt(Doubt.RANDOM_PLACEMENT);
        return new Mirrors(left, new Drawn(wanted.size() - left.size(), among));
    }
}
