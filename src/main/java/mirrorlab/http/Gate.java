package mirrorlab.http;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Where the door's threads wait while its node is paused, like threads of a process that was stopped.
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private volatile boolean closed;

    void close() {
        closed = true;
    }

    void open() {
        lock.lock();
        try {
            closed = false;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void pass() throws InterruptedException {
        if (closed) {
            lock.lockInterruptibly();
            try {
                while (closed) {
                    opened.await();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
