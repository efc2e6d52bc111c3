package mirrorlab.lab.play;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the lab's own clients published to each queue through the scenario, what was confirmed to them, and what they
/// settled. Thread-safe.
final class Tally {
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, Set<String>> confirmed = new HashMap<>();
    private final Map<String, Set<String>> settled = new HashMap<>();

    /// A queue's key.
    static String key(String vhost, String queue) {
        return vhost + "\n" + queue;
    }

    /// Takes the next `count` numbers of a target.
    ///
    /// @return the first of them
    synchronized long take(String target, long count) {
        long first = numbers.getOrDefault(target, 0L) + 1;
        numbers.put(target, first + count - 1);
        return first;
    }

    synchronized boolean wasPublishedTo(String queue) {
        return numbers.containsKey(queue);
    }

    synchronized void confirmed(String queue, String body) {
        confirmed.computeIfAbsent(queue, unused -> new LinkedHashSet<>()).add(body);
    }

    /// A client acknowledged or rejected it, or it was handed out without need of that.
    synchronized void settled(String queue, String body) {
        settled.computeIfAbsent(queue, unused -> new HashSet<>()).add(body);
    }

    /// Confirmed and settled by nobody, in order of the confirms.
    synchronized List<String> confirmedButMissing(String queue) {
        List<String> missing = new ArrayList<>(confirmed.getOrDefault(queue, Set.of()));
        missing.removeAll(settled.getOrDefault(queue, Set.of()));
        return missing;
    }

    synchronized void purged(String queue) {
        confirmed.remove(queue);
    }
}
