package mirrorlab.node;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import mirrorlab.vocabulary.StoreOperation;

/// Writes what the machine wants to be durable. Everything that waits is written and synced together (group commit), so
/// the price of a sync is shared by the more changes the slower the disk is.
final class StoreWriter {
    private final Store store;
    private final LongConsumer durable;
    private final Consumer<IOException> failed;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Work> waiting = new ArrayDeque<>();
    private int pending;
    private boolean ending;
    private boolean dropping;

    private record Work(List<StoreOperation> operations, long ticket) {}

    /// @param durable
    ///            told the highest ticket after each sync, on the store's thread
    /// @param failed
    ///            told once when the disk failed; nothing is written any more then
    StoreWriter(String threadName, Store store, LongConsumer durable, Consumer<IOException> failed) {
        this.store = store;
        this.durable = durable;
        this.failed = failed;
        this.thread = Thread.ofPlatform().daemon().name(threadName).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void write(List<StoreOperation> operations, long ticket) {
        lock.lock();
        try {
            waiting.add(new Work(operations, ticket));
            pending++;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    int pending() {
        lock.lock();
        try {
            return pending;
        } finally {
            lock.unlock();
        }
    }

    /// Ends after what waits was written, or at once after what is being written.
    void end(boolean drop) {
        lock.lock();
        try {
            ending = true;
            dropping = drop;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void join() throws InterruptedException {
        thread.join();
    }

    private void run() {
        List<Work> group = new ArrayList<>();
        while (take(group)) {
            try {
                store.write(group.stream().flatMap(each -> each.operations.stream()).toList());
                store.sync();
            } catch (IOException e) {
                failed.accept(e);
                return;
            }
            done(group.size());
            durable.accept(group.stream().mapToLong(Work::ticket).max().orElseThrow());
            group.clear();
        }
    }

    private boolean take(List<Work> group) {
        lock.lock();
        try {
            while (waiting.isEmpty() && !ending) {
                changed.awaitUninterruptibly();
            }
            if (dropping || waiting.isEmpty()) {
                return false;
            }
            group.addAll(waiting);
            waiting.clear();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void done(int count) {
        lock.lock();
        try {
            pending -= count;
        } finally {
            lock.unlock();
        }
    }
}
