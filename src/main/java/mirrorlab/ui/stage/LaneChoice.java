package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Which queues get a lane of their own; all others stand in the matrix below. Those at risk come first, then by name; the
/// selected one always has a lane. Both lists keep the order of names, so that nothing jumps.
record LaneChoice(List<Lane> lanes, List<Lane> matrix) {
    /// More lanes than this nobody looks through; each costs controls of its own.
    static final int MOST_LANES = 24;

    static LaneChoice of(List<Lane> all, @Nullable QueueName selected) {
        if (all.size() <= MOST_LANES) {
            return new LaneChoice(all, List.of());
        }
        List<Lane> ranked = new ArrayList<>(all);
        ranked.sort((one, other) -> Integer.compare(rank(one, selected), rank(other, selected)));
        Set<QueueName> chosen = ranked.subList(0, MOST_LANES).stream().map(Lane::queue).collect(Collectors.toSet());
        List<Lane> lanes = new ArrayList<>();
        List<Lane> matrix = new ArrayList<>();
        all.forEach(lane -> (chosen.contains(lane.queue()) ? lanes : matrix).add(lane));
        return new LaneChoice(List.copyOf(lanes), List.copyOf(matrix));
    }

    private static int rank(Lane lane, @Nullable QueueName selected) {
        return lane.queue().equals(selected) ? 0 : lane.isAtRisk() ? 1 : 2;
    }
}
