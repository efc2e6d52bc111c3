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
    private final Map<QueueName, Flash> flashes = new HashMap<>();

    /// @param place
    ///            the risk that decides where the row stands until the flash is over
    private record Flash(long since, Risk place) {}

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
                Flash present = flashes.get(each.queue());
                flashes.put(each.queue(), new Flash(nanos, present == null ? before.risk() : present.place()));
            }
        }
        known = now;
        flashes.values().removeIf(each -> nanos - each.since() >= FLASH_NANOS);
        List<Row> sorted = held && !order.isEmpty() ? inOldOrder(rows, now) : rows.stream().sorted(sorting()).toList();
        order = sorted.stream().map(Row::queue).toList();
        return sorted;
    }

    private Comparator<Row> sorting() {
        return flashes.isEmpty() ? SORTED : Comparator.comparing(this::place).thenComparing(Row::queue);
    }

    private Risk place(Row row) {
        Flash flash = flashes.get(row.queue());
        return flash == null ? row.risk() : flash.place();
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
        Flash flash = queue == null ? null : flashes.get(queue);
        return flash != null && nanos - flash.since() < FLASH_NANOS;
    }

    /// How many rows flash.
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
