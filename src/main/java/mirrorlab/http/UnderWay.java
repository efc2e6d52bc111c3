package mirrorlab.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Counts requests that are being answered. Safe for use by several threads.
final class UnderWay {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();
    private int count;

    void begin() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            if (--count == 0) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    void awaitNone(Duration patience) {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (count > 0 && left > 0) {
                left = none.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
