package mirrorlab.ui.topology;

import org.jspecify.annotations.Nullable;

/// A queue as it is drawn here; all else about it is the stage's.
///
/// @param master short name of its node
/// @param ready -1 when no master is known
/// @param deadLetters the exchange that gets its dead letters; null for none, empty for the default exchange
/// @param deadLettersLost there is no such exchange
public record QueueBox(String name, String master, boolean down, long ready, int consumers,
        @Nullable String deadLetters, boolean deadLettersLost) {

    Spot spot() {
        return Spot.queue(name);
    }
}
