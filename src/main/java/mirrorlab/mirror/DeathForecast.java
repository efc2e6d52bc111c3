package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import mirrorlab.metadata.NodeLoss;
import mirrorlab.mirror.ObservedQueue.Mirror;
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
/// becomes {@link NodeLoss}, where mirrors are wanted {@link Placement}, as they say it to those who carry it out.
public final class DeathForecast {
    private static final String ON_FAILURE = "ha-promote-on-failure";
    private static final String ON_SHUTDOWN = "ha-promote-on-shutdown";
    private final List<NodeName> dying;
    private final Death death;
    /// In order of start.
    private final List<NodeName> staying;
    /// The same as seen from each master.
    private final Map<NodeName, List<NodeName>> stayingSeenFrom = new LinkedHashMap<>();
    /// What is drawn with it is not told.
    private final SplittableRandom chance = new SplittableRandom(0);

    private DeathForecast(ObservedCluster cluster, List<NodeName> dying, Death death) {
        this.dying = dying;
        this.death = death;
        staying = cluster.running().stream().filter(each -> !dying.contains(each)).toList();
    }

    /// @param dying end at the same moment; those that do not run change nothing
    public static Forecast of(ObservedCluster cluster, List<NodeName> dying, Death death) {
        DeathForecast forecast = new DeathForecast(cluster, dying, death);
        return new Forecast(List.copyOf(dying), death, cluster.queues().stream().map(forecast::of).toList());
    }

    private boolean stays(Mirror mirror) {
        return mirror.lives() && !dying.contains(mirror.replica().node());
    }

    private QueueForecast of(ObservedQueue queue) {
        QueueRecord record = queue.record();
        boolean nodeDies = queue.masterRuns() && dying.contains(record.master().node());
        if (record.down() || !(queue.hasMaster() || nodeDies)) {
            return withoutMaster(queue);
        } else if (nodeDies) {
            return masterLost(queue);
        }
        Loss loss = new Loss(queue, queue.master());
        return isForsaken(queue)
                ? loss.gone(new Reason("F-37", record.policy(), null, null, false))
                : mirrorsLost(queue, loss);
    }

    /// An auto-delete queue whose last consumers are connected to the dying nodes (F-37).
    private boolean isForsaken(ObservedQueue queue) {
        ReplicaStanding master = queue.master();
        return queue.record().autoDelete() && master != null && !master.consumers().isEmpty()
                && dying.containsAll(master.consumers());
    }

    // ---- the master stays, or was lost before

    /// A mirror that is about to take over makes what follows uncertain.
    private QueueForecast withoutMaster(ObservedQueue queue) {
        QueueRecord record = queue.record();
        Loss loss = new Loss(queue, null);
        if (!record.down() && !Election.electors(record, each -> queue.mirror(each).lives()).isEmpty()
                && Election.mayBePromoted(record, queue.settings())) {
            loss.doubt(Doubt.IN_FLIGHT);
        }
        return loss.unchanged(new Reason(record.down() ? "N-06" : "F-25", record.policy(), null, null, false));
    }

    private QueueForecast mirrorsLost(ObservedQueue queue, Loss loss) {
        QueueRecord record = queue.record();
        List<Mirror> stay = new ArrayList<>(queue.mirrors().size());
        List<NodeName> left = new ArrayList<>(queue.mirrors().size());
        boolean loses = false;
        for (Mirror each : queue.mirrors()) {
            loses |= dying.contains(each.replica().node());
            if (stays(each)) {
                stay.add(each);
                left.add(each.replica().node());
            }
        }
        if (mayMove(queue, stay)) {
            loss.doubt(Doubt.RETURNED_MESSAGES);
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

    /// The master waits, where it is not wanted, for the first mirror that lacks nothing (PO-13). What clients on the dying nodes
    /// hold returns, and goes to others or expires: that may be what the mirrors lack (S-05).
    private boolean mayMove(ObservedQueue queue, List<Mirror> stay) {
        ReplicaStanding master = queue.master();
        return master != null && queue.settings() != null
                && queue.settings().mode() instanceof HaMode.Nodes(List<NodeName> listed)
                && !listed.contains(master.replica().node())
                && stay.stream().map(each -> each.replica().node()).anyMatch(listed::contains)
                && master.holders().stream().anyMatch(dying::contains);
    }

    // ---- the master is lost

    private QueueForecast masterLost(ObservedQueue queue) {
        QueueRecord record = queue.record();
        Loss loss = new Loss(queue, queue.master());
        if (queue.hasMaster()) {
            loss.checkMaster();
        }
        NodeLoss becomes = NodeLoss.of(record, queue.settings() != null);
        if (queue.hasMaster() && (queue.settings() == null) != (record.mirrors() == null)
                && !record.exclusive()) {
            loss.doubt(Doubt.IN_FLIGHT); // the policy has changed, and the queue has not followed yet
        }
        return switch (becomes) {
            case REMOVED ->
                loss.gone(new Reason(record.exclusive() ? "P-03" : "N-05", record.policy(), null, null, false));
            case DOWN -> loss.down(record.master().node(), new Reason("N-06", record.policy(), null, null, false));
            case KEPT -> queue.hasMaster() ? mirroredMasterLost(queue, loss) : withoutMaster(queue);
        };
    }

    private QueueForecast mirroredMasterLost(ObservedQueue queue, Loss loss) {
        QueueRecord record = queue.record();
        HaSettings settings = queue.settings();
        loss.checkOrder(dying, death);
        List<ReplicaId> electors = Election.electors(record, each -> stays(queue.mirror(each)));
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
        loss.checkMirrors(electors.stream().map(queue::mirror).toList());
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
        return switch (settings.mode()) {
            case HaMode.All() -> "all";
            case HaMode.Exactly(int unused) -> "exactly";
            case HaMode.Nodes(List<NodeName> unused) -> "nodes";
        };
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
        List<NodeName> synchronised = settings.mode() instanceof HaMode.Nodes
                ? record.synchronised().stream().map(ReplicaId::node).filter(left::contains).toList()
                : List.of(); // the other modes do not ask
        List<NodeName> order = stayingSeenFrom.computeIfAbsent(master, each -> RunningOrder.seenFrom(each, staying));
        List<NodeName> wanted = Placement.suggest(settings.mode(), master, left, synchronised, order, chance)
                .mirrors();
        List<NodeName> among = Placement.drawn(settings.mode(), master, left, order);
        if (among.isEmpty()) {
            return new Mirrors(wanted.size() == left.size() && wanted.containsAll(left) ? left : moved(left, wanted),
                    Drawn.NOTHING);
        }
        loss.doubt(Doubt.RANDOM_PLACEMENT);
        return new Mirrors(left, new Drawn(wanted.size() - left.size(), among));
    }
}
