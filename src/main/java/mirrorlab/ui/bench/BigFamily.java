package mirrorlab.ui.bench;

import org.jspecify.annotations.Nullable;

/// Queues of one kind: what they are called, how they are mirrored.
///
/// @param policy
///            that mirrors them; null when none does
/// @param late
///            their mirrors came after the first messages, so that they lack these
record BigFamily(String word, @Nullable String policy, int copies, boolean late) {
    private static final int ALL = 0;
    private static final BigFamily ORDERS = new BigFamily("orders", "three", 3, false);
    private static final BigFamily MAIL = new BigFamily("mail", "two", 2, false);
    private static final BigFamily AUDIT = new BigFamily("audit", "all", ALL, false);
    private static final BigFamily STOCK = new BigFamily("stock", "two", 2, true);
    private static final BigFamily TRACE = new BigFamily("trace", null, 1, false);

    /// Most are well, a few of a hundred are not.
    static BigFamily of(int number) {
        return switch (number % 40) {
            case 7 -> STOCK;
            case 19 -> TRACE;
            case 3, 11, 23, 31 -> AUDIT;
            default -> number % 2 == 0 ? ORDERS : MAIL;
        };
    }

    int mirrors(int nodes) {
        return Math.min(copies == ALL ? nodes : copies, nodes) - 1;
    }
}
