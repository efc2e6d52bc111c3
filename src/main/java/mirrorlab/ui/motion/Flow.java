package mirrorlab.ui.motion;

/// How many messages a link carries, in half seconds. Only what lasts is a flow: a burst of 40 stays dots.
final class Flow {
    private static final long BUCKET = 500_000_000;
    /// 30 messages a second.
    private static final long BUSY = 15;
    private long bucketStart;
    private long current;
    private long last;
    private long beforeLast;
    private long lastSeen;

    Flow(long nanos) {
        bucketStart = nanos;
        lastSeen = nanos;
    }

    void add(long count, long nanos) {
        roll(nanos);
        current += count;
        lastSeen = nanos;
    }

    private void roll(long nanos) {
        while (nanos - bucketStart >= BUCKET) {
            beforeLast = last;
            last = current;
            current = 0;
            bucketStart += BUCKET;
            if (nanos - bucketStart > 4 * BUCKET) {
                bucketStart = nanos;
            }
        }
    }

    boolean isRibbon() {
        return last > BUSY && beforeLast > BUSY;
    }

    long perSecond() {
        return last + beforeLast;
    }

    boolean isOver(long nanos) {
        return nanos - lastSeen > 2 * BUCKET;
    }
}
