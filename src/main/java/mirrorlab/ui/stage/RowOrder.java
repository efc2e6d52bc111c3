package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The order of rows: by risk, then by name. Nothing jumps under somebody's eyes: a row that changed flashes first, at its old
/// place, and moves when the flash is over and nobody points at the rows. Confined to one thread.
final class RowOrder {
    static final long FLASH_NANOS = 1_200_000_000;
    private static final Comparator<Row> SORTED = Comparator.comparing(Row::risk).thenComparing(Row::queue);
    private List<QueueName> order = List.of();
    private Map<QueueName, Row> known = Map.of();
    private final Map<QueueName, Long> flashes = new HashMap<>();

    /// @param rows
    ///            of all queues
    /// @param held
    ///            somebody points at them
    List<Row> sort(List<Row> rows, boolean held, long nanos) {
        Map<QueueName, Row> now = new HashMap<>();
        for (Row each : rows) {
            now.put(each.queue(), each);
            Row before = known.get(each.queue());
            if (before != null && !isSame(before, each) && each.isNewsAfter(before)) {
                flashes.put(each.queue(), nanos);
            }
        }
        known = now;
        flashes.values().removeIf(since -> nanos - since >= FLASH_NANOS);
        boolean stays = held || !flashes.isEmpty();
        List<Row> sorted = stays && !order.isEmpty() ? inOldOrder(rows, now) : rows.stream().sorted(SORTED).toList();
        order = sorted.stream().map(Row::queue).toList();
        return sorted;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Row one, Row other) {
        return one == other;
    }

    /// What is new comes last.
    private List<Row> inOldOrder(List<Row> rows, Map<QueueName, Row> now) {
        List<Row> sorted = new ArrayList<>();
        Set<QueueName> placed = new HashSet<>();
        for (QueueName each : order) {
            Row row = now.get(each);
            if (row != null) {
                sorted.add(row);
                placed.add(each);
            }
        }
        rows.stream().filter(each -> !placed.contains(each.queue())).sorted(SORTED).forEach(sorted::add);
        return sorted;
    }

    boolean flashes(@Nullable QueueName queue, long nanos) {
        Long since = queue == null ? null : flashes.get(queue);
        return since != null && nanos - since < FLASH_NANOS;
    }

    /// How many rows flash; while one does, the order waits.
    int flashing() {
        return flashes.size();
    }

    /// The past or another recording is shown: nothing of it is news.
    void forget() {
        order = List.of();
        known = Map.of();
        flashes.clear();
    }
}
