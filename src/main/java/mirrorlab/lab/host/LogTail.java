package mirrorlab.lab.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// The last lines of a node's log. The first {@value #MOST_TOLD} of its life are told, too.
final class LogTail {
    private static final int MOST_LINES = 40;
    private static final int LONGEST = 500;
    private static final int MOST_TOLD = 5_000;
    private final Deque<String> lines = new ArrayDeque<>();
    private final Consumer<String> listener;
    private int told;

    LogTail(Consumer<String> listener) {
        this.listener = listener;
    }

    void add(String line) {
        String kept = line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
        if (isToldToo(kept)) {
            listener.accept(kept);
        }
    }

    private synchronized boolean isToldToo(String line) {
        if (lines.size() == MOST_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line);
        return told++ < MOST_TOLD;
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
