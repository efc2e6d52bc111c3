package mirrorlab.lab.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The last lines of a node's log.
final class LogTail {
    private static final int MOST_LINES = 40;
    private static final int LONGEST = 500;
    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == MOST_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…");
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
