package mirrorlab.amqp;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What waits to be written to one client, bounded in bytes. {@link #offer} never blocks, and what is
/// offered goes out at the next {@link #wake}; one thread takes.
final class Outgoing {
    /// So many are written before the socket is flushed: about a full buffer of small confirms or deliveries.
    private static final int BATCH = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Outbound> waiting = new ArrayDeque<>();
    private final long max;
    private long bytes;
    private boolean idle;
    private boolean sealed;
    private boolean finished;

    /// @param max
    ///            bytes
    Outgoing(long max) {
        this.max = max;
    }

    /// @return false when more than the bound would wait; a single item that is larger than it passes
    boolean offer(Outbound item) {
        lock.lock();
        try {
            if (sealed) {
                return true;
            }
            var size = item.size();
            if (bytes > 0 && bytes + size > max) {
                return false;
            }
            add(item, size);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// The last word (connection.close or its close-ok): what is offered afterwards is dropped.
    ///
    /// @return false when the last word has been said already
    boolean offerLast(Outbound item) {
        lock.lock();
        try {
            if (sealed) {
                return false;
            }
            sealed = true;
            add(item, item.size());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// The answer to a client's connection.close that crossed ours.
    void offerAfterLast(Outbound item) {
        lock.lock();
        try {
            add(item, item.size());
        } finally {
            lock.unlock();
        }
    }

    /// What was offered is complete for now: begin to write. Apart from offering, so that a run of events shares one flush.
    void wake() {
        lock.lock();
        try {
            if (idle) {
                idle = false;
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Nothing more comes: the taker gets what is left and then false.
    void finish() {
        lock.lock();
        try {
            sealed = true;
            finished = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for something to write.
    ///
    /// @param batch
    ///            gets the next items; stays empty when nothing came in that time
    /// @param nanos
    ///            how long to wait
    /// @return false when all is written and nothing more will come
    boolean take(List<Outbound> batch, long nanos) throws InterruptedException {
        lock.lock();
        try {
            var left = nanos;
            while (waiting.isEmpty() && !finished && left > 0) {
                idle = true;
                left = changed.awaitNanos(left);
            }
            idle = false;
            for (var i = 0; i < BATCH && !waiting.isEmpty(); i++) {
                batch.add(waiting.poll());
            }
            return !batch.isEmpty() || !finished;
        } finally {
            lock.unlock();
        }
    }

    /// These have been written.
    void written(List<Outbound> batch) {
        var sum = batch.stream().mapToLong(Outbound::size).sum();
        lock.lock();
        try {
            bytes -= sum;
        } finally {
            lock.unlock();
        }
    }

    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    private void add(Outbound item, int size) {
        waiting.add(item);
        bytes += size;
    }

}
