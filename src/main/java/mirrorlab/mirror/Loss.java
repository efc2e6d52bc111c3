package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Doubt;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Drawn;
import mirrorlab.vocabulary.forecast.QueueForecast.Lost;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;
import mirrorlab.vocabulary.forecast.QueueForecast.Reason;
import org.jspecify.annotations.Nullable;

/// Counts what one queue would keep and lose (F-13, N-09), and collects what cannot be sure.
final class Loss {
    private final ObservedQueue queue;
    private final QueueRecord record;
    private final @Nullable ReplicaStanding master;
    private final Set<Doubt> doubts = EnumSet.noneOf(Doubt.class);

    /// @param master null when it did not answer, or there is none
    Loss(ObservedQueue queue, @Nullable ReplicaStanding master) {
        this.queue = queue;
        this.master = master;
        record = queue.record();
    }

    void doubt(Doubt doubt) {
        doubts.add(doubt);
    }

    // ---- what is under way

    void checkMaster() {
        if (master == null) {
            doubt(Doubt.SILENT_NODE);
        } else if (!master.isMaster() || master.epoch() != record.epoch() || master.busy()) {
            doubt(Doubt.IN_FLIGHT);
        }
    }

    /// Where several stop, each at its own pace, nobody knows which is the first.
    void checkOrder(List<NodeName> dying, Death death) {
        if (death == Death.STOP && record.mirrorList().stream().anyMatch(each -> dying.contains(each.node()))) {
            doubt(Doubt.IN_FLIGHT);
        }
    }

    void checkMirrors(List<ObservedQueue.Mirror> mirrors) {
        for (ObservedQueue.Mirror each : mirrors) {
            if (!each.follows()) {
                doubt(each.standing() == null ? Doubt.SILENT_NODE : Doubt.IN_FLIGHT);
            }
        }
    }

    /// What a mirror holds when its master is lost: one that is being synchronised empties itself (S-17).
    private static long depth(ReplicaStanding mirror) {
        return mirror.syncing() ? 0 : mirror.depth();
    }

    /// Those that follow the first one when it is master. Who holds more than it starts again, empty.
    List<ReplicaId> followers(List<ReplicaId> electors) {
        ReplicaStanding first = queue.mirror(electors.getFirst()).standing();
        List<ReplicaId> followers = new ArrayList<>();
        for (ReplicaId each : electors.subList(1, electors.size())) {
            ReplicaStanding mirror = queue.mirror(each).standing();
            if (first == null || mirror == null || depth(mirror) <= depth(first)) {
                followers.add(each);
            }
        }
        return followers;
    }

    // ---- what comes of it

    private long held() {
        return master == null ? 0 : master.depth();
    }

    QueueForecast unchanged(Reason reason) {
        return forecast(Outcome.UNCHANGED, null, queue.mirrorNodes(), Drawn.NOTHING, held(), Lost.NOTHING, null,
                reason);
    }

    QueueForecast mirrorLost(DeathForecast.Mirrors mirrors, Reason reason) {
        return forecast(Outcome.MIRROR_LOST, null, mirrors.nodes(), mirrors.drawn(), held(), Lost.NOTHING, null,
                reason);
    }

    QueueForecast promoted(ReplicaId candidate, DeathForecast.Mirrors mirrors, Reason reason) {
        ReplicaStanding promoted = queue.mirror(candidate).standing();
        if (promoted == null || master == null) {
            return forecast(Outcome.PROMOTED, candidate.node(), mirrors.nodes(), mirrors.drawn(), 0, Lost.NOTHING,
                    null, reason);
        }
        MessageSet kept = promoted.syncing() ? MessageSet.EMPTY : promoted.messages();
        boolean known = promoted.syncing() || promoted.isExact();
        MessageSet messages = known ? master.messages().minus(kept) : MessageSet.EMPTY;
        boolean exact = known && master.isExact();
        long count = exact ? messages.count() : Math.max(0, master.depth() - depth(promoted));
        return forecast(Outcome.PROMOTED, candidate.node(), mirrors.nodes(), mirrors.drawn(),
                depth(promoted) + promoted.fromChannels(), new Lost(count, messages), null, reason);
    }

    /// Persistent messages wait on the master's disk (N-09); of a transient queue nothing does.
    QueueForecast down(@Nullable NodeName until, Reason reason) {
        long returns = until == null || master == null ? 0 : master.persistent();
        MessageSet messages = returns == 0 && master != null ? master.messages() : MessageSet.EMPTY;
        return forecast(Outcome.DOWN, null, List.of(), Drawn.NOTHING, returns, new Lost(held() - returns, messages),
                until, reason);
    }

    QueueForecast gone(Reason reason) {
        return forecast(Outcome.GONE, null, List.of(), Drawn.NOTHING, 0,
                new Lost(held(), master == null ? MessageSet.EMPTY : master.messages()), null, reason);
    }

    private QueueForecast forecast(Outcome outcome, @Nullable NodeName promoted, List<NodeName> mirrors, Drawn drawn,
            long kept, Lost lost, @Nullable NodeName until, Reason reason) {
        return new QueueForecast(record.queue(), outcome, record.master().node(), promoted, mirrors, drawn, kept,
                lost, until, reason, List.copyOf(doubts));
    }
}
