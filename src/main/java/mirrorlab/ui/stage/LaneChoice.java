package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// How each queue is drawn: in a lane with all its words and messages, in a compact lane with numbers, or in the matrix with
/// glyphs only. All keep the order that they are given in.
///
/// @param docked
///            lanes that stay in sight above all others: the pinned queues and the selected one; empty when all have lanes
/// @param hidden
///            not shown: healthy, or of another name
record LaneChoice(List<QueueName> docked, List<Row> lanes, List<Row> compact, List<Row> matrix, List<Row> hidden) {
    static final LaneChoice NOTHING = new LaneChoice(List.of(), List.of(), List.of(), List.of(), List.of());
    /// More lanes than this nobody looks through.
    static final int FEW = 8;
    /// Compact lanes as long as about two screens hold them.
    static final int SOME = 40;
    /// Of many, so many of those at risk are shown with numbers.
    static final int WORST = 12;

    /// @param sorted
    ///            all queues
    /// @param mostDocked
    ///            how many lanes may always stay in sight; pinned ones beyond that stand above the others
    static LaneChoice of(List<Row> sorted, StageWish wish, @Nullable QueueName selected, int mostDocked) {
        List<Row> shown = new ArrayList<>();
        List<Row> hidden = new ArrayList<>();
        sorted.forEach(each -> (wish.admits(each) ? shown : hidden).add(each));
        List<QueueName> docked = docked(sorted, wish.pinned(), selected, mostDocked);
        List<Row> pinned = sorted.stream()
                .filter(each -> wish.pinned().contains(each.queue()) && !docked.contains(each.queue())).toList();
        return switch (wish.closeness()) {
            case GLYPHS -> new LaneChoice(docked, pinned, List.of(), shown, hidden);
            case NUMBERS -> new LaneChoice(docked, pinned, shown, List.of(), hidden);
            case MESSAGES -> new LaneChoice(List.of(), pinnedFirst(shown, wish.pinned()), List.of(), List.of(), hidden);
            case AUTOMATIC -> {
                if (sorted.size() <= FEW) {
                    yield new LaneChoice(List.of(), pinnedFirst(shown, wish.pinned()), List.of(), List.of(), hidden);
                } else if (shown.size() <= SOME) {
                    yield new LaneChoice(docked, pinned, shown, List.of(), hidden);
                }
                List<Row> worst = shown.stream().filter(each -> each.risk().compareTo(Risk.WOULD_LOSE) <= 0)
                        .limit(WORST).toList();
                Set<QueueName> taken = Set.copyOf(worst.stream().map(Row::queue).toList());
                yield new LaneChoice(docked, pinned, worst,
                        shown.stream().filter(each -> !taken.contains(each.queue())).toList(), hidden);
            }
        };
    }

    /// The pinned queues, then the selected one.
    private static List<QueueName> docked(List<Row> all, Set<QueueName> pinned, @Nullable QueueName selected,
            int most) {
        Set<QueueName> there = new HashSet<>();
        all.forEach(each -> there.add(each.queue()));
        boolean alone = selected != null && there.contains(selected) && !pinned.contains(selected);
        List<QueueName> docked = new ArrayList<>(
                pinned.stream().filter(there::contains).limit(Math.max(0, most - (alone ? 1 : 0))).toList());
        if (alone && selected != null) {
            docked.add(selected);
        }
        return List.copyOf(docked);
    }

    private static List<Row> pinnedFirst(List<Row> rows, Set<QueueName> pinned) {
        List<Row> first = new ArrayList<>(rows.stream().filter(each -> pinned.contains(each.queue())).toList());
        rows.stream().filter(each -> !pinned.contains(each.queue())).forEach(first::add);
        return List.copyOf(first);
    }

    /// All queues that are shown, from top to bottom.
    List<QueueName> inOrder() {
        List<QueueName> all = new ArrayList<>();
        List.of(lanes, compact, matrix).forEach(rows -> rows.forEach(each -> all.add(each.queue())));
        return all;
    }
}
