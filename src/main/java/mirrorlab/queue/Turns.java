package mirrorlab.queue;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Whose turn it is among consumers with room: the highest priority first, in turns among equals.
final class Turns {
    private final TreeMap<Long, LinkedHashSet<Line>> byPriority = new TreeMap<>(Comparator.reverseOrder());

    @Nullable
    Line first() {
        Map.Entry<Long, LinkedHashSet<Line>> highest = byPriority.firstEntry();
        return highest == null ? null : highest.getValue().getFirst();
    }

    /// At the end of its equals; one that is there keeps its place.
    void add(Line line) {
        byPriority.computeIfAbsent(line.priority, unused -> new LinkedHashSet<>()).add(line);
    }

    /// To the end of its equals, or out.
    void turned(Line line, boolean again) {
        LinkedHashSet<Line> equals = byPriority.get(line.priority);
        if (equals != null) {
            equals.remove(line);
            if (again) {
                equals.add(line);
            } else if (equals.isEmpty()) {
                byPriority.remove(line.priority);
            }
        } else if (again) {
            add(line);
        }
    }

    void remove(Line line) {
        turned(line, false);
    }

    /// The one that a queue with a single active consumer chooses: the oldest of the highest priority.
    static @Nullable Line chosen(Collection<Line> lines) {
        Line best = null;
        for (Line each : lines) {
            if (best == null || each.priority > best.priority) {
                best = each;
            }
        }
        return best;
    }
}
