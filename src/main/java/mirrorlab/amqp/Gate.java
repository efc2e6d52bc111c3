package mirrorlab.amqp;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Lets threads pass while it is open. Any thread may open, close and pass.
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private volatile boolean closed;
    private volatile long openedAt = System.nanoTime();

    void pass() throws InterruptedException {
        if (!closed) {
            return;
        }
        lock.lockInterruptibly();
        try {
            while (closed) {
                opened.await();
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    void open() {
        lock.lock();
        try {
            if (closed) {
                openedAt = System.nanoTime();
                closed = false;
                opened.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether it has been open all the time since.
    ///
    /// @param nanos
    ///            as of {@link System#nanoTime}
    boolean openSince(long nanos) {
        return !closed && openedAt - nanos <= 0;
    }
}
