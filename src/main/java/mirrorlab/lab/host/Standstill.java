package mirrorlab.lab.host;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Notices when this process was not let run for a while, because the machine slept or others had it. Clients' patience and
/// silence between nodes are counted in real time, so what a cluster did meanwhile says little about clusters.
public final class Standstill implements AutoCloseable {
    /// Shorter ones hurt nobody.
    public static final double NOTEWORTHY_SECONDS = 1;
    private static final long LOOK_MILLIS = 100;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile long last;
    private volatile long longest;

    /// @param now
    ///            a moment of `System.nanoTime`
    Standstill(long now) {
        last = now;
    }

    /// Looks from now on, until it is closed.
    public static Standstill watch() {
        Standstill standstill = new Standstill(System.nanoTime());
        Thread.ofPlatform().daemon().name("lab-standstill").start(standstill::look);
        return standstill;
    }

    private void look() {
        try {
            while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                turn(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// It is this process' turn, as it should be every tenth of a second.
    void turn(long now) {
        longest = Math.max(longest, now - last - TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
        last = now;
    }

    /// The longest time without a turn so far; 0 when there was no noteworthy one.
    public double seconds() {
        double seconds = longest / 1e9;
        return seconds < NOTEWORTHY_SECONDS ? 0 : seconds;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
