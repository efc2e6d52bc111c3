package mirrorlab.lab.play;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;

/// A forecast that was made just before nodes ended, and what the ledger said then.
final class Foretold {
    /// A queue has these no more, and nobody lost them.
    private static final List<Fate> SETTLED = List.of(Fate.ACKNOWLEDGED, Fate.AUTO_ACKNOWLEDGED, Fate.REJECTED,
            Fate.EXPIRED, Fate.DROPPED, Fate.PURGED, Fate.DEAD_LETTERED, Fate.NOT_KNOWN);
    private final Forecast forecast;
    private final Map<QueueName, Before> before = new LinkedHashMap<>();
    private final boolean flows;

    /// What the ledger said of a queue.
    private record Before(MessageSet lost, long settled) {}

    /// @param flows publishers or consumers go on all the while: nothing is said of numbers
    Foretold(Forecast forecast, Accounts accounts, boolean flows) {
        this.forecast = forecast;
        this.flows = flows;
        forecast.queues()
                .forEach(each -> before.put(each.queue(), new Before(lost(each, accounts), settled(each, accounts))));
    }

    /// What a queue that goes had is lost or deleted with it.
    private static MessageSet lost(QueueForecast queue, Accounts accounts) {
        MessageSet lost = of(queue, Fate.LOST, accounts);
        return queue.outcome() == Outcome.GONE ? lost.union(of(queue, Fate.DELETED, accounts)) : lost;
    }

    private static long settled(QueueForecast queue, Accounts accounts) {
        return SETTLED.stream().mapToLong(each -> of(queue, each, accounts).count()).sum();
    }

    private static MessageSet of(QueueForecast queue, Fate fate, Accounts accounts) {
        return accounts.account(queue.queue()).map(each -> each.of(fate)).orElse(MessageSet.EMPTY);
    }

    /// Compares with what has become of the queues now that everything is quiet again.
    CheckedForecast check(Accounts accounts) {
        ClusterPicture picture = accounts.picture();
        List<String> differences = new ArrayList<>();
        int open = 0;
        for (QueueForecast each : forecast.queues()) {
            open += each.doubts().isEmpty() ? 0 : 1;
            if (each.isDefinite()) {
                String difference = difference(each, picture, accounts);
                if (!difference.isEmpty()) {
                    differences.add(each.queue() + ": " + difference);
                }
            }
        }
        return new CheckedForecast(forecast, true, open, differences);
    }

    /// For a step after which nobody waited: nothing is said of what came.
    CheckedForecast unchecked() {
        return new CheckedForecast(forecast, false, 0, List.of());
    }

    private String difference(QueueForecast queue, ClusterPicture picture, Accounts accounts) {
        if (picture.nodes().stream().noneMatch(each -> each.isAlive())) {
            return ""; // nobody is left to tell
        }
        Optional<QueuePicture> now = picture.queue(queue.queue());
        if (queue.outcome() == Outcome.GONE || now.isEmpty()) {
            return queue.outcome() != Outcome.GONE
                    ? "forecast " + queue.outcome().word() + ", and it is gone"
                    : now.isPresent()
                            ? "forecast gone, and it is " + now.get().state().word()
                            : losses(queue, accounts);
        }
        Optional<ReplicaPicture> master = now.get().masterReplica();
        if (queue.outcome() == Outcome.DOWN) {
            return master.isPresent()
                    ? "forecast down, and " + master.get().node().shortName() + " is master"
                    : numbers(queue, of(queue, Fate.UNREACHABLE, accounts).count(), accounts);
        }
        NodeName wanted = queue.promoted() == null ? queue.master() : queue.promoted();
        if (master.isEmpty() || !master.get().node().equals(wanted)) {
            return queue.outcome() == Outcome.UNCHANGED && master.isEmpty()
                    ? ""
                    : "forecast " + wanted.shortName() + " as master, and it is "
                            + master.map(each -> each.node().shortName()).orElse("nobody");
        }
        String mirrors = mirrors(queue, now.get());
        return mirrors.isEmpty() ? numbers(queue, master.get().depth(), accounts) : mirrors;
    }

    private static String mirrors(QueueForecast queue, QueuePicture now) {
        List<NodeName> nodes = new ArrayList<>(now.livingMirrors().stream().map(ReplicaPicture::node).toList());
        List<NodeName> drawn = new ArrayList<>(nodes);
        drawn.removeAll(queue.mirrors());
        nodes.removeAll(drawn);
        boolean came = nodes.equals(queue.mirrors()) && drawn.size() == queue.drawn().count()
                && queue.drawn().among().containsAll(drawn);
        return came
                ? ""
                : "forecast mirrors on " + queue.mirrors() + " and " + queue.drawn().count() + " of "
                        + queue.drawn().among() + ", and they are on " + nodes + drawn;
    }

    /// @param kept what the queue has now, or has again when its node returns
    private String numbers(QueueForecast queue, long kept, Accounts accounts) {
        long settled = settled(queue, accounts) - then(queue).settled();
        return flows || kept + settled == queue.kept()
                ? losses(queue, accounts)
                : "forecast " + queue.kept() + " kept messages, and there are " + kept
                        + (settled == 0 ? "" : " and " + settled + " settled since");
    }

    private Before then(QueueForecast queue) {
        return before.getOrDefault(queue.queue(), new Before(MessageSet.EMPTY, 0));
    }

    private String losses(QueueForecast queue, Accounts accounts) {
        MessageSet lost = lost(queue, accounts).minus(then(queue).lost());
        if (flows) {
            return "";
        }
        if (lost.count() != queue.lost().count()) {
            return "forecast " + queue.lost().count() + " lost messages, and there are " + lost.count();
        }
        MessageSet named = queue.lost().messages();
        return named.count() != queue.lost().count() || named.equals(lost)
                ? ""
                : "forecast the loss of " + accounts.runs(named) + ", and lost are " + accounts.runs(lost);
    }
}
