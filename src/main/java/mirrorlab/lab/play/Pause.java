package mirrorlab.lab.play;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Where a client of the lab waits: for its next turn, while it is paused, before it tries again. Every change wakes it.
final class Pause {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean paused;
    private boolean stopped;
    private int turns;

    boolean isPaused() {
        lock.lock();
        try {
            return paused;
        } finally {
            lock.unlock();
        }
    }

    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /// Whoever waits looks around before it waits on.
    void pause(boolean wanted) {
        change(() -> {
            paused = wanted;
            turns++;
        });
    }

    void stop() {
        change(() -> stopped = true);
    }

    /// Something else changed: whoever waits looks again.
    void wake() {
        change(() -> turns++);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits while paused, and then until that time; returns earlier when it was stopped or woken.
    ///
    /// @return true when the time has come and nothing changed
    boolean awaitTurn(long nanos) throws InterruptedException {
        lock.lock();
        try {
            int turn = turns;
            while (!stopped && turn == turns) {
                long left = nanos - System.nanoTime();
                if (paused) {
                    changed.await();
                } else if (left <= 0) {
                    return true;
                } else {
                    changed.awaitNanos(left);
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// Waits so long, paused or not.
    ///
    /// @return false when it was stopped
    boolean await(long nanos) throws InterruptedException {
        lock.lock();
        try {
            for (long left = nanos; !stopped && left > 0;) {
                left = changed.awaitNanos(left);
            }
            return !stopped;
        } finally {
            lock.unlock();
        }
    }
}
