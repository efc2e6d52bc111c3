package mirrorlab.ui.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;

/// Entries as a cluster's nodes and its lab would write them: each origin counts its own. Mutable.
final class ClusterEntries {
    private static final long START_MILLIS = 1_790_000_000_000L;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Long> sequences = new TreeMap<>();
    private final Map<NodeName, Long> incarnations = new TreeMap<>();
    private long millis;
    private long tick;

    /// @param now
    ///            milliseconds since the start
    void at(long now) {
        millis = now;
        tick = 0;
    }

    void lab(Happening happening) {
        add(Entry.LAB, 1, happening);
    }

    void node(NodeName node, Happening happening) {
        add(node.value(), incarnation(node), happening);
    }

    long incarnation(NodeName node) {
        return incarnations.getOrDefault(node, 1L);
    }

    void nextLife(NodeName node) {
        incarnations.merge(node, 2L, (was, unused) -> was + 1);
    }

    private void add(String origin, long incarnation, Happening happening) {
        long sequence = sequences.merge(origin + ' ' + incarnation, 1L, Long::sum);
        entries.add(new Entry(origin, incarnation, sequence, (START_MILLIS + millis << 16) + tick++, happening));
    }

    /// Gives what was told since this was asked last, and forgets it.
    List<Entry> take() {
        List<Entry> told = List.copyOf(entries);
        entries.clear();
        return told;
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }
}
