package mirrorlab.node;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import mirrorlab.broker.Input;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;

/// What waits for the loop, in order of arrival. Clients wait for a place; network, timers and store never do. Safe for
/// use by several threads.
final class Inbox {
    /// Inputs of clients that may wait; about what a loop works off in 20 ms.
    static final int PLACES_FOR_CLIENTS = 1_024;
    /// Bytes of messages that may wait, so that clients with large ones do not make the node grow: who comes when there are so
    /// many has to wait. What comes before that gets in whole, however large it is, so that nobody waits for ever.
    static final long BYTES_FOR_CLIENTS = 16L << 20;

    sealed interface Item {}

    record FromDoor(Input input) implements Item {}

    record Plain(Input input) implements Item {}

    record Frame(NodeName peer, long link, List<PeerMessage> messages) implements Item {}

    /// The peer sent what is not a frame.
    record Malformed(NodeName peer, long link, String why) implements Item {}

    record Due(String timer, long generation) implements Item {}

    /// Something to do on the loop thread.
    record Task(Runnable action) implements Item {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition placeFree = lock.newCondition();
    private final ArrayDeque<Item> items = new ArrayDeque<>();
    private int clients;
    private long bytes;
    private boolean paused;
    /// The loop's thread waits for an item.
    private boolean idle;
    private volatile boolean undisturbed = true;
    private boolean ended;

    /// @param quietly the caller will help, or wake the loop
    /// @return false when the loop has ended
    boolean putFromDoor(Input input, boolean quietly) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (isFull() && !ended) {
                wakeLoop();
                placeFree.await();
            }
            if (!ended) {
                clients++;
                bytes += bytes(input);
                items.add(new FromDoor(input));
                if (!quietly) {
                    wakeLoop();
                }
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return clients >= PLACES_FOR_CLIENTS || bytes >= BYTES_FOR_CLIENTS;
    }

    private static long bytes(Input input) {
        return input instanceof Input.FromClient client ? client.messageBytes() : 0;
    }

    /// @return false when the loop has ended
    boolean put(Item item) {
        lock.lock();
        try {
            if (!ended) {
                items.add(item);
                wakeLoop();
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /// The caller will help, or wake the loop.
    void putQuietly(Item item) {
        lock.lock();
        try {
            if (!ended) {
                items.add(item);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Wakes the loop when something waits for it.
    void wake() {
        lock.lock();
        try {
            if (!items.isEmpty()) {
                wakeLoop();
            }
        } finally {
            lock.unlock();
        }
    }

    private void wakeLoop() {
        if (idle) {
            idle = false;
            changed.signalAll();
        }
    }

    /// Waits until there is something to take.
    ///
    /// @return false when the loop shall end
    boolean await() {
        lock.lock();
        try {
            while (!ended && (items.isEmpty() || paused)) {
                idle = !paused;
                changed.awaitUninterruptibly();
            }
            idle = false;
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /// Moves up to `max` items to `run`; none while paused.
    ///
    /// @return false when the loop shall end
    boolean take(List<Item> run, int max) {
        lock.lock();
        try {
            for (int i = 0; i < max && !items.isEmpty() && !ended && !paused; i++) {
                Item item = items.remove();
                if (item instanceof FromDoor(Input input)) {
                    boolean wasFull = isFull();
                    clients--;
                    bytes -= bytes(input);
                    if (wasFull && !isFull()) {
                        placeFree.signalAll();
                    }
                }
                run.add(item);
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /// Asked between two inputs: waits while the loop is paused.
    ///
    /// @return false when the loop shall end
    boolean goesOn() {
        if (undisturbed) {
            return true;
        }
        lock.lock();
        try {
            while (!ended && paused) {
                changed.awaitUninterruptibly();
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    void pause(boolean pause) {
        lock.lock();
        try {
            paused = pause;
            undisturbed = !paused && !ended;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The loop shall end before its next input; nothing is taken in any more.
    void end() {
        lock.lock();
        try {
            ended = true;
            undisturbed = false;
            items.clear();
            clients = 0;
            bytes = 0;
            changed.signalAll();
            placeFree.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return items.size();
        } finally {
            lock.unlock();
        }
    }
}
