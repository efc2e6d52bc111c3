package mirrorlab.amqp.wire;

import java.util.TreeSet;

/// Which publishes of one channel are settled, so that a run of single confirms can be told as one with `multiple`, as
/// RabbitMQ's channels do. Publishes are numbered from 1.
final class ConfirmRun {
    private long settledUpTo;
    private final TreeSet<Long> ahead = new TreeSet<>();

    /// @return whether everything up to this one is settled now
    boolean settle(long sequence, boolean multiple) {
        if (!multiple && sequence != settledUpTo + 1) {
            if (sequence > settledUpTo) {
                ahead.add(sequence);
            }
            return false;
        }
        settledUpTo = Math.max(settledUpTo, sequence);
        if (!ahead.isEmpty()) {
            ahead.headSet(settledUpTo, true).clear();
            while (ahead.remove(settledUpTo + 1)) {
                settledUpTo++;
            }
        }
        return true;
    }
}
