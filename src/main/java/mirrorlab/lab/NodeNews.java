package mirrorlab.lab;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;

/// What happens to the nodes of a running lab, as lines for a terminal: those that ended, however they ran and whoever ended
/// them. Used by one thread.
public final class NodeNews {
    private static final int LAST_WORDS = 3;
    private final Recording recording;
    private int seen;

    /// From now on.
    public NodeNews(Recording recording) {
        this.recording = recording;
        seen = recording.size();
    }

    /// Waits until something is recorded, at most so long.
    ///
    /// @return lines, often none
    public List<String> next(long millis) throws InterruptedException {
        recording.awaitMoreThan(seen, millis);
        List<Entry> fresh = recording.since(seen);
        seen += fresh.size();
        List<String> lines = new ArrayList<>();
        for (Entry each : fresh) {
            switch (each.happening()) {
                case Happening.NodeDied(var node, _, int exitStatus, List<String> words) -> {
                    lines.add(node + " died, exit status " + exitStatus + (words.isEmpty() ? "" : "; its last words:"));
                    words.subList(Math.max(0, words.size() - LAST_WORDS), words.size())
                            .forEach(word -> lines.add("  " + word));
                }
                case Happening.NodeStopped(var node, _, _) -> lines.add(node + " stopped");
                default -> {
                    // no news about a node
                }
            }
        }
        return lines;
    }
}
