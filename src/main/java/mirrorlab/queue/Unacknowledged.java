package mirrorlab.queue;

import java.util.HashMap;
import java.util.Map;
import mirrorlab.vocabulary.MessageId;
import org.jspecify.annotations.Nullable;

/// What is delivered and not settled yet, by position and by id.
final class Unacknowledged {
    final Scattered byPosition = new Scattered();
    private final Map<MessageId, Long> positions = new HashMap<>(); // looked up, never walked through

    void add(Held held) {
        byPosition.add(held);
        positions.put(held.message().id(), held.position());
    }

    @Nullable
    Held remove(long position) {
        Held held = byPosition.remove(position);
        if (held != null) {
            positions.remove(held.message().id(), position);
        }
        return held;
    }

    @Nullable
    Held at(long position) {
        return byPosition.at(position);
    }

    @Nullable
    Long positionOf(MessageId id) {
        return positions.get(id);
    }

    void clear() {
        byPosition.clear();
        positions.clear();
    }
}
