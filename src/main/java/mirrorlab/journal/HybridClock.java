package mirrorlab.journal;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A hybrid logical clock: milliseconds since 1970 shifted left by 16, plus a counter. Whatever happens after a message
/// was received has a larger time than what happened before it was sent, however far the machines' clocks are apart.
/// Safe for use by several threads.
public final class HybridClock {
    private final AtomicLong last = new AtomicLong();
    private final LongSupplier millis;

    public HybridClock() {
        this(System::currentTimeMillis);
    }

    HybridClock(LongSupplier millis) {
        this.millis = millis;
    }

    /// The time of something that happens now; larger than every time given or observed before.
    public long tick() {
        long now = millis.getAsLong() << 16;
        return last.updateAndGet(before -> Math.max(before + 1, now));
    }

    /// To be called with the time that came along with a message, before what follows from the message is given a time.
    public void observe(long remote) {
        last.accumulateAndGet(remote, Math::max);
    }
}
