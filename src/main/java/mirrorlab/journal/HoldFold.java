package mirrorlab.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Where nodes shall hold, and what holds now. All of a node's is over with its life.
final class HoldFold {
    private final List<HoldPicture> points = new ArrayList<>();
    private final List<HoldPicture> held = new ArrayList<>();
    private final Map<NodeName, Long> paces = new TreeMap<>();

    void set(Happening.HoldPointSet now) {
        cleared(now.node(), now.point(), now.queue());
        points.add(new HoldPicture(now.node(), now.point(), now.queue(), 0));
    }

    void cleared(NodeName node, String point, @Nullable QueueName queue) {
        points.remove(new HoldPicture(node, point, queue, 0));
    }

    void held(Happening.Held now) {
        released(now.node(), now.point(), now.queue());
        held.add(new HoldPicture(now.node(), now.point(), now.queue(), now.millis()));
    }

    void released(NodeName node, String point, QueueName queue) {
        held.removeIf(each -> each.node().equals(node) && each.point().equals(point) && queue.equals(each.queue()));
    }

    void pace(NodeName node, long millis) {
        paces.put(node, millis);
    }

    void ended(NodeName node) {
        points.removeIf(each -> each.node().equals(node));
        held.removeIf(each -> each.node().equals(node));
        paces.remove(node);
    }

    /// In order of setting.
    List<HoldPicture> points() {
        return List.copyOf(points);
    }

    /// The oldest first.
    List<HoldPicture> held() {
        return List.copyOf(held);
    }

    long pace() {
        return paces.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    HoldFold copy() {
        HoldFold copy = new HoldFold();
        copy.points.addAll(points);
        copy.held.addAll(held);
        copy.paces.putAll(paces);
        return copy;
    }
}
