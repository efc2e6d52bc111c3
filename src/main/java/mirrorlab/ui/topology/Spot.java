package mirrorlab.ui.topology;

import java.util.Comparator;

/// An exchange or a queue of the virtual host that is shown.
public record Spot(boolean isQueue, String name) implements Comparable<Spot> {
    private static final Comparator<Spot> ORDER = Comparator.comparing(Spot::isQueue).thenComparing(Spot::name);

    static Spot exchange(String name) {
        return new Spot(false, name);
    }

    static Spot queue(String name) {
        return new Spot(true, name);
    }

    boolean isDefault() {
        return !isQueue && name.isEmpty();
    }

    /// For the views: `exchange-orders.in`, `queue-orders`.
    String id() {
        return (isQueue ? "queue-" : "exchange-") + (isDefault() ? "default" : name);
    }

    @Override
    public int compareTo(Spot other) {
        return ORDER.compare(this, other);
    }
}
