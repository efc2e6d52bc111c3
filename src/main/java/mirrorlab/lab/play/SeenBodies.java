package mirrorlab.lab.play;

import java.util.Map;
import java.util.TreeMap;

/// The bodies that a client has seen, as runs of numbers: `p1` to `p900` are one run. Confined to one thread at a time.
final class SeenBodies {
    /// More runs are forgotten, oldest numbers first: a client's memory is no ledger.
    private static final int MOST_RUNS = 10_000;
    private final Map<String, TreeMap<Long, Long>> runs = new TreeMap<>();

    /// @return false when it had come before
    boolean add(String body) {
        int end = body.length();
        while (end > 0 && body.length() - end < 18 && Character.isDigit(body.charAt(end - 1))) {
            end--;
        }
        long number = end == body.length() ? 0 : Long.parseLong(body.substring(end));
        return add(runs.computeIfAbsent(body.substring(0, end), unused -> new TreeMap<>()), number);
    }

    private static boolean add(TreeMap<Long, Long> runs, long number) {
        Map.Entry<Long, Long> before = runs.floorEntry(number);
        if (before != null && before.getValue() >= number) {
            return false;
        }
        long first = before != null && before.getValue() == number - 1 ? before.getKey() : number;
        Long last = runs.remove(number + 1);
        runs.put(first, last == null ? number : last);
        if (runs.size() > MOST_RUNS) {
            runs.pollFirstEntry();
        }
        return true;
    }
}
