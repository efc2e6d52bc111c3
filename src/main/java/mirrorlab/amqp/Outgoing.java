package mirrorlab.amqp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What waits to be written to one client, bounded in bytes. {@link #offer} never blocks, and what is
/// offered goes out at the next {@link #wake}; one thread takes.
final class Outgoing {
    /// So many are written before the socket is flushed: about a full buffer of small confirms or deliveries.
    private static final int BATCH = 512;
    /// So many small items are worth no change of threads.
    private static final int LITTLE = 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Outbound> waiting = new ArrayDeque<>();
    private final long max;
    private long bytes;
    private boolean idle;
    private boolean woken;
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
            woken = true;
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

    /// Waits until there is something to write, it was woken, or the time is over.
    ///
    /// @param nanos
    ///            how long to wait
    /// @return false when all is written and nothing more will come
    boolean await(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var left = nanos;
            while (waiting.isEmpty() && !finished && !woken && left > 0) {
                idle = true;
                left = changed.awaitNanos(left);
            }
            idle = false;
            woken = false;
            return !waiting.isEmpty() || !finished;
        } finally {
            lock.unlock();
        }
    }

    /// The next items to write; none when nothing waits.
    List<Outbound> take() {
        lock.lock();
        try {
            var batch = new ArrayList<Outbound>();
            for (var i = 0; i < BATCH && !waiting.isEmpty(); i++) {
                batch.add(waiting.poll());
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /// Everything that waits, if that is little; otherwise nothing.
    List<Outbound> small() {
        lock.lock();
        try {
            if (waiting.size() > LITTLE || waiting.stream().anyMatch(each -> each.size() > Outbound.METHOD)) {
                return List.of();
            }
            var batch = List.copyOf(waiting);
            waiting.clear();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return waiting.isEmpty();
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
