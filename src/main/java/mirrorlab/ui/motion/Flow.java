package mirrorlab.ui.motion;

/// How often something happens, in half seconds: messages of a link, changes of a row. Only what lasts is a flow: a burst of
/// 40 messages stays dots.
final class Flow {
    private static final long BUCKET = 500_000_000;
    /// 30 messages a second.
    static final long BUSY = 15;
    /// 8 messages a second: where many rows are seen at once.
    static final long BUSY_ROW = 4;
    private final long busy;
    private long bucketStart;
    private long current;
    private long last;
    private long beforeLast;
    private long lastSeen;

    /// @param busy more than so many in half a second make it a flow
    Flow(long nanos, long busy) {
        this.busy = busy;
        bucketStart = begin(nanos);
        lastSeen = nanos;
    }

    void add(long count, long nanos) {
        roll(nanos);
        current += count;
        lastSeen = nanos;
    }

    void pass(long nanos) {
        roll(nanos);
    }

    private void roll(long nanos) {
        while (nanos - bucketStart >= BUCKET) {
            beforeLast = last;
            last = current;
            current = 0;
            bucketStart += BUCKET;
            if (nanos - bucketStart > 4 * BUCKET) {
                bucketStart = begin(nanos);
            }
        }
    }

    /// All flows begin their half seconds together: what shows their rates is painted once for all.
    private static long begin(long nanos) {
        return nanos - Math.floorMod(nanos, BUCKET);
    }

    boolean isRibbon() {
        return last > busy && beforeLast > busy;
    }

    long perSecond() {
        return last + beforeLast;
    }

    boolean isOver(long nanos) {
        return nanos - lastSeen > 2 * BUCKET;
    }
}
