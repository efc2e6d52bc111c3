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
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;

/// A forecast that was made just before nodes ended, and what the ledger said then.
final class Foretold {
    private final Forecast forecast;
    private final Map<QueueName, Long> lostBefore = new LinkedHashMap<>();
    private final boolean flows;

    /// @param flows publishers or consumers go on all the while: nothing is said of numbers
    Foretold(Forecast forecast, Accounts accounts, boolean flows) {
        this.forecast = forecast;
        this.flows = flows;
        forecast.queues().forEach(each -> lostBefore.put(each.queue(), lost(each, accounts)));
    }

    /// What a queue that goes had is lost or deleted with it.
    private static long lost(QueueForecast queue, Accounts accounts) {
        return accounts.account(queue.queue()).map(each -> each.of(Fate.LOST).count()
                + (queue.outcome() == Outcome.GONE ? each.of(Fate.DELETED).count() : 0)).orElse(0L);
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
                    : losses(queue, accounts);
        }
        NodeName wanted = queue.promoted() == null ? queue.master() : queue.promoted();
        if (master.isEmpty() || !master.get().node().equals(wanted)) {
            return queue.outcome() == Outcome.UNCHANGED && master.isEmpty()
                    ? ""
                    : "forecast " + wanted.shortName() + " as master, and it is "
                            + master.map(each -> each.node().shortName()).orElse("nobody");
        }
        String mirrors = mirrors(queue, now.get());
        return mirrors.isEmpty() ? losses(queue, accounts) : mirrors;
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

    private String losses(QueueForecast queue, Accounts accounts) {
        long lost = lost(queue, accounts) - lostBefore.getOrDefault(queue.queue(), 0L);
        return flows || lost == queue.lost().count()
                ? ""
                : "forecast " + queue.lost().count() + " lost messages, and there are " + lost;
    }
}
