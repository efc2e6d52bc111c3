package mirrorlab.ui.stage;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import mirrorlab.vocabulary.QueueName;

/// What somebody wants to see of the queues.
///
/// @param pinned
///            always have a lane, in this order
/// @param search
///            a part of a queue's name, in either case; empty for all
public record StageWish(Set<QueueName> pinned, String search, boolean onlyAtRisk, Closeness closeness) {
    public static final StageWish EVERYTHING = new StageWish(Set.of(), "", false, Closeness.AUTOMATIC);

    public StageWish searching(String text) {
        return new StageWish(pinned, text.strip(), onlyAtRisk, closeness);
    }

    public StageWish atRisk(boolean only) {
        return new StageWish(pinned, search, only, closeness);
    }

    public StageWish from(Closeness wanted) {
        return new StageWish(pinned, search, onlyAtRisk, wanted);
    }

    /// Nearer (1) or further (-1).
    public StageWish nearer(int direction) {
        return from(closeness.step(direction));
    }

    /// Pins a queue, or takes its pin away.
    public StageWish pinning(QueueName queue) {
        Set<QueueName> now = new LinkedHashSet<>(pinned);
        if (!now.remove(queue)) {
            now.add(queue);
        }
        return new StageWish(now, search, onlyAtRisk, closeness);
    }

    boolean admits(Row row) {
        return (!onlyAtRisk || row.risk().isAtRisk())
                && row.queue().name().toLowerCase(Locale.ROOT).contains(search.toLowerCase(Locale.ROOT));
    }
}
