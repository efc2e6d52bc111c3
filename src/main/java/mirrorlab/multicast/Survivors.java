package mirrorlab.multicast;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The candidate's comparison after the sender's death: how far did each survivor come?
///
/// @param <M> a member of the group
public final class Survivors<M> {
    public static final long NOT_HEARD = Long.MIN_VALUE;
    private final Map<M, Long> applied = new LinkedHashMap<>();

    /// @param others whom the candidate asks, in order of age
    public Survivors(Iterable<M> others) {
        others.forEach(each -> applied.put(each, NOT_HEARD));
    }

    public void report(M member, long upTo) {
        applied.computeIfPresent(member, (unused, before) -> upTo);
    }

    /// The member died or will not take part.
    public void leave(M member) {
        applied.remove(member);
    }

    public boolean complete() {
        return applied.values().stream().noneMatch(each -> each == NOT_HEARD);
    }

    public List<M> members() {
        return new ArrayList<>(applied.keySet());
    }

    public long of(M member) {
        return applied.getOrDefault(member, NOT_HEARD);
    }

    /// Who came furthest, if further than `own`.
    public @Nullable M ahead(long own) {
        M best = null;
        long most = own;
        for (Map.Entry<M, Long> each : applied.entrySet()) {
            if (each.getValue() > most) {
                most = each.getValue();
                best = each.getKey();
            }
        }
        return best;
    }
}
