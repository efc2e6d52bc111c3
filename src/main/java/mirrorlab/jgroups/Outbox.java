package mirrorlab.jgroups;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/// What waits to be sent to one peer: frames of the link that is open, and a few control packets that need no link.
/// Filled by anybody without waiting, emptied by the peer's one sender thread.
final class Outbox {
    /// The largest packet that is packed from several frames; a larger frame travels alone.
    static final int PACKET_SIZE = 1 << 20;
    static final int MAXIMUM_FRAME = 64 << 20;
    /// So much may be on the way unacknowledged. The receiver acknowledges after a quarter of it.
    static final int WINDOW_PACKETS = 256;
    static final int WINDOW_BYTES = 8 << 20;
    /// So much unacknowledged is surely taken by the system's buffers, whatever the peer does.
    static final int SMALL_BYTES = 32 << 10;
    private static final int MAXIMUM_CONTROLS = 1_000;

    /// Where a link's packets go, and the numbers they carry.
    record Route(Address address, long ours, long theirs) {}

    /// A packet and where it goes.
    ///
    /// @param atOnce sending it waits for nobody
    record Letter(Address address, Packet packet, boolean atOnce) {
        /// Frames and the farewell behind them arrive in order; the rest is repeated when it matters.
        boolean reliable() {
            return packet instanceof Packet.Frames || packet instanceof Packet.Farewell;
        }
    }

    private final long maximumWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Deque<Letter> controls = new ArrayDeque<>();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final Deque<Integer> onTheWay = new ArrayDeque<>();
    private @Nullable Route route;
    private long waitingBytes;
    private long onTheWayBytes;
    private long sequence;
    private boolean overflowed;
    private boolean woken;
    private boolean closed;
    private @Nullable Letter last;

    Outbox(long maximumWaiting) {
        this.maximumWaiting = maximumWaiting;
    }

    void open(Route opened) {
        lock.lock();
        try {
            empty();
            route = opened;
        } finally {
            lock.unlock();
        }
    }

    /// Forgets the link and every frame that waits.
    void shut() {
        lock.lock();
        try {
            empty();
        } finally {
            lock.unlock();
        }
    }

    private void empty() {
        route = null;
        waiting.clear();
        onTheWay.clear();
        waitingBytes = 0;
        onTheWayBytes = 0;
        sequence = 0;
        overflowed = false;
    }

    /// Does not wake the taker: whoever adds takes, too, or calls {@link #wake}.
    void add(long link, byte[] frame) {
        if (frame.length > MAXIMUM_FRAME) {
            throw new IllegalArgumentException(
                    "a frame may have at most " + MAXIMUM_FRAME + " bytes, not " + frame.length);
        }
        lock.lock();
        try {
            if (route == null || route.ours() != link || overflowed || closed) {
                return;
            }
            waitingBytes += frame.length;
            overflowed = waitingBytes > maximumWaiting;
            if (overflowed) {
                waiting.clear();
            } else {
                waiting.add(frame);
            }
        } finally {
            lock.unlock();
        }
    }

    void control(Address address, Packet packet) {
        lock.lock();
        try {
            if (controls.size() < MAXIMUM_CONTROLS) {
                controls.add(new Letter(address, packet, false));
                filled.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    void acknowledge(long link, long received) {
        lock.lock();
        try {
            if (route == null || route.ours() != link) {
                return;
            }
            while (!onTheWay.isEmpty() && sequence - onTheWay.size() < received) {
                onTheWayBytes -= onTheWay.remove();
            }
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    boolean overflowed() {
        lock.lock();
        try {
            return overflowed;
        } finally {
            lock.unlock();
        }
    }

    void wake() {
        lock.lock();
        try {
            woken = true;
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Takes nothing more; the sender thread ends when what waits, and then the last letter, have been taken.
    void close(@Nullable Letter lastLetter) {
        lock.lock();
        try {
            closed = true;
            last = lastLetter;
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    boolean finished() {
        lock.lock();
        try {
            return closed && controls.isEmpty() && waiting.isEmpty() && last == null;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is something to send or to look after, at most so many nanoseconds.
    void await(long nanoseconds) throws InterruptedException {
        lock.lock();
        try {
            long left = nanoseconds;
            while (controls.isEmpty() && !sendable() && !overflowed && !woken && !closed && left > 0) {
                left = filled.awaitNanos(left);
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    /// What is to be sent now. Whoever takes sends before anybody takes again.
    List<Letter> take() {
        lock.lock();
        try {
            List<Letter> letters = new ArrayList<>(controls);
            controls.clear();
            Route to = route;
            if (to != null && sendable()) {
                List<byte[]> frames = pack();
                letters.add(new Letter(to.address(), new Packet.Frames(to.ours(), to.theirs(), sequence, frames),
                        onTheWayBytes <= SMALL_BYTES));
            }
            if (last != null && waiting.isEmpty()) {
                letters.add(last);
                last = null;
            }
            return letters;
        } finally {
            lock.unlock();
        }
    }

    private boolean sendable() {
        return !waiting.isEmpty() && (closed || (onTheWay.size() < WINDOW_PACKETS && onTheWayBytes < WINDOW_BYTES));
    }

    private List<byte[]> pack() {
        List<byte[]> frames = new ArrayList<>();
        int size = 0;
        byte[] next = waiting.peek();
        while (next != null && (frames.isEmpty() || size + next.length <= PACKET_SIZE)) {
            frames.add(waiting.remove());
            waitingBytes -= next.length;
            size += Integer.BYTES + next.length;
            next = waiting.peek();
        }
        onTheWay.add(size);
        onTheWayBytes += size;
        sequence++;
        return frames;
    }
}
