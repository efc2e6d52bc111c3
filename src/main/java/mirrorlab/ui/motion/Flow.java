package mirrorlab.ui.motion;

/// How often something happens, in half seconds: messages of a link, changes of a row. Only what lasts is a flow: a burst of
/// 40 messages stays dots.
final class Flow {
    private static final long BUCKET = 500_000_000;
    /// 30 messages a second.
    private static final long BUSY = 15;
    private final long busy;
    private long bucketStart;
    private long current;
    private long last;
    private long beforeLast;
    private long lastSeen;

    Flow(long nanos) {
        this(nanos, BUSY);
    }

    /// @param busy more than so many in half a second make it a flow
    Flow(long nanos, long busy) {
        this.busy = busy;
        bucketStart = nanos;
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
                bucketStart = nanos;
            }
        }
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
