package mirrorlab.store;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which entries there are, where their newest values are, and how many bytes of each segment that makes live.
final class Contents {
    /// No table in it is empty.
    private final TreeMap<String, PlaceIndex> tables = new TreeMap<>();
    /// Bytes by segment, none zero.
    private final Map<Integer, Long> liveIn = new HashMap<>();
    private long live;

    void put(String table, long key, Place place) {
        Place before = tables.computeIfAbsent(table, name -> new PlaceIndex()).put(key, place);
        count(place, 1);
        if (before != null) {
            count(before, -1);
        }
    }

    void remove(String table, long key) {
        PlaceIndex index = tables.get(table);
        Place before = index == null ? null : index.remove(key);
        if (index != null && before != null) {
            count(before, -1);
            if (index.isEmpty()) {
                tables.remove(table);
            }
        }
    }

    void drop(String table) {
        PlaceIndex index = tables.remove(table);
        if (index != null) {
            index.forEach((key, place) -> count(place, -1));
        }
    }

    @Nullable
    Place place(String table, long key) {
        PlaceIndex index = tables.get(table);
        return index == null ? null : index.get(key);
    }

    /// The places of a table's entries, in ascending order of keys.
    @Nullable
    PlaceIndex places(String table) {
        return tables.get(table);
    }

    NavigableSet<String> tables() {
        return Collections.unmodifiableNavigableSet(new TreeSet<>(tables.keySet()));
    }

    /// The bytes of all live records.
    long live() {
        return live;
    }

    boolean livesIn(Segment segment) {
        return liveIn.containsKey(segment.number);
    }

    private void count(Place place, int sign) {
        long size = (long) sign * place.size();
        live += size;
        liveIn.merge(place.segment(), size, (before, more) -> before + more == 0 ? null : before + more);
    }
}
