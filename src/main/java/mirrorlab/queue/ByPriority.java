package mirrorlab.queue;

import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import org.jspecify.annotations.Nullable;

/// The ready messages of a queue with priorities: the highest first, those of one priority by position. Any of them can leave
/// by its id: a mirror that lacks messages cannot know which of its own is its master's head.
final class ByPriority implements ReadyMessages {
    private final int highest;
    private final TreeMap<Integer, Scattered> levels = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, Held> byPosition = new TreeMap<>();
    private final Map<MessageId, Long> positions = new LinkedHashMap<>();

    /// @param highest priorities above it count as this
    ByPriority(int highest) {
        this.highest = highest;
    }

    @Override
    public int size() {
        return byPosition.size();
    }

    @Override
    public void add(long position, Message message, boolean delivered) {
        Held held = new Held(position, message, delivered);
        levels.computeIfAbsent(level(message), unused -> new Scattered()).add(held);
        byPosition.put(position, held);
        positions.put(message.id(), position);
    }

    private int level(Message message) {
        return Math.min(message.priority(), highest);
    }

    @Override
    public @Nullable Message head() {
        return levels.isEmpty() ? null : levels.firstEntry().getValue().first().message();
    }

    @Override
    public @Nullable Held removeFirst() {
        return levels.isEmpty() ? null : remove(levels.firstEntry().getValue().first().position());
    }

    @Override
    public @Nullable Held remove(MessageId id) {
        Long position = positions.get(id);
        return position == null ? null : remove(position.longValue());
    }

    private @Nullable Held remove(long position) {
        Held held = byPosition.remove(position);
        if (held != null) {
            positions.remove(held.message().id(), position);
            int level = level(held.message());
            Scattered its = levels.get(level);
            if (its != null) {
                its.remove(position);
                if (its.isEmpty()) {
                    levels.remove(level);
                }
            }
        }
        return held;
    }

    @Override
    public boolean contains(long position) {
        return byPosition.containsKey(position);
    }

    @Override
    public void clear() {
        levels.clear();
        byPosition.clear();
        positions.clear();
    }

    @Override
    public void describe(IntervalList intervals) {
        levels.values().forEach(each -> each.describe(intervals));
    }

    @Override
    public Iterator<Held> from(long position) {
        return byPosition.tailMap(position, true).values().iterator();
    }
}
