package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// What may be done next, each thing as often as its weight says.
final class Actions {
    private final List<Weighted> all = new ArrayList<>();
    private int weights;

    private record Weighted(int upTo, Runnable action) {}

    /// @param weight 0 for never
    void add(int weight, Runnable action) {
        if (weight > 0) {
            weights += weight;
            all.add(new Weighted(weights, action));
        }
    }

    Runnable any(RandomGenerator chance) {
        int drawn = chance.nextInt(weights);
        for (Weighted each : all) {
            if (drawn < each.upTo) {
                return each.action;
            }
        }
        throw new IllegalStateException("nothing can be done");
    }
}
