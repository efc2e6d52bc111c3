package mirrorlab.metadata;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The limits of virtual hosts and users; they go with their holder.
final class Limits {
    private final Map<Key, Limit> limits = new TreeMap<>();

    private record Key(boolean ofUser, String holder, String name) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::ofUser).thenComparing(Key::holder)
                .thenComparing(Key::name);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    List<Limit> all() {
        return List.copyOf(limits.values());
    }

    void restore(List<Limit> from) {
        limits.clear();
        from.forEach(this::set);
    }

    boolean set(Limit limit) {
        return !limit.equals(limits.put(new Key(limit.ofUser(), limit.holder(), limit.name()), limit));
    }

    boolean clear(boolean ofUser, String holder, String name) {
        return limits.remove(new Key(ofUser, holder, name)) != null;
    }

    void holderGone(boolean ofUser, String holder) {
        limits.keySet().removeIf(each -> each.ofUser() == ofUser && each.holder().equals(holder));
    }

    /// Null for none.
    @Nullable
    Long value(boolean ofUser, String holder, String name) {
        Limit limit = limits.get(new Key(ofUser, holder, name));
        return limit == null || limit.value() < 0 ? null : (Long) limit.value();
    }
}
