package mirrorlab.ui.holds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.HoldPicture;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Where the cluster shall hold, what holds there now, and how fast it goes.
///
/// @param chips each once, whichever nodes know of it
/// @param held until somebody releases them, by point
/// @param passing go on by themselves: slow motion
/// @param speed 1 in real time
record HoldsModel(List<Chip> chips, List<Group> held, List<Group> passing, double speed) {
    static final HoldsModel NONE = new HoldsModel(List.of(), List.of(), List.of(), 1);
    /// As the step `slow_motion` does: at half of real speed every moment is looked at for so long.
    private static final double PAUSE_MILLIS = 200;

    /// `queue` null: every queue.
    record Chip(HoldPoint point, @Nullable QueueName queue) {}

    /// Queues that hold at one point.
    record Group(HoldPoint point, List<NodeName> nodes, List<QueueName> queues) {}

    static HoldsModel of(ClusterPicture picture) {
        Set<Chip> chips = new LinkedHashSet<>();
        for (HoldPicture each : picture.holdPoints()) {
            HoldPoint.of(each.point()).ifPresent(point -> chips.add(new Chip(point, each.queue())));
        }
        return new HoldsModel(List.copyOf(chips), groups(picture.held(), each -> each.millis() == 0),
                groups(picture.held(), each -> each.millis() > 0), PAUSE_MILLIS / (PAUSE_MILLIS + picture.pace()));
    }

    private static List<Group> groups(List<HoldPicture> held, Predicate<HoldPicture> chosen) {
        Map<HoldPoint, Set<NodeName>> nodes = new LinkedHashMap<>();
        Map<HoldPoint, Set<QueueName>> queues = new LinkedHashMap<>();
        for (HoldPicture each : held) {
            HoldPoint point = HoldPoint.of(each.point()).orElse(null);
            if (point != null && each.queue() != null && chosen.test(each)) {
                nodes.computeIfAbsent(point, unused -> new LinkedHashSet<>()).add(each.node());
                queues.computeIfAbsent(point, unused -> new LinkedHashSet<>()).add(each.queue());
            }
        }
        List<Group> groups = new ArrayList<>();
        nodes.forEach((point, its) -> groups
                .add(new Group(point, List.copyOf(its), List.copyOf(queues.getOrDefault(point, Set.of())))));
        return groups;
    }

    boolean isSet(HoldPoint point) {
        return chips.stream().anyMatch(each -> each.point() == point);
    }
}
