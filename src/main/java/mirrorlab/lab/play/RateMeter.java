package mirrorlab.lab.play;

/// Counts events and says how many there were a second of late. Thread-safe.
final class RateMeter {
    private static final int SLOTS = 10;
    private static final long SLOT_NANOS = 200_000_000;
    private final long[] counts = new long[SLOTS];
    private final long from;
    private long slot;

    /// @param from
    ///            now, as nanoTime tells it
    RateMeter(long from) {
        this.from = from;
    }

    synchronized void count(long nanos) {
        forget(nanos);
        counts[(int) (slot % SLOTS)]++;
    }

    synchronized double perSecond(long nanos) {
        forget(nanos);
        long sum = 0;
        for (long each : counts) {
            sum += each;
        }
        double seconds = Math.min(SLOTS * SLOT_NANOS, Math.max(nanos - from, SLOT_NANOS)) / 1e9;
        return sum / seconds;
    }

    private void forget(long nanos) {
        long now = Math.max(slot, (nanos - from) / SLOT_NANOS);
        for (long each = Math.max(slot + 1, now - SLOTS + 1); each <= now; each++) {
            counts[(int) (each % SLOTS)] = 0;
        }
        slot = now;
    }
}
