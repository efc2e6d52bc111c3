package mirrorlab.jgroups;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import mirrorlab.node.LinkFault;

/// The way to one peer: what a fault of the network holds up waits here, in order, until it may leave. Holds at most a link's
/// window of frames, and of what needs no link so much that a repetition is not missed. Safe for several threads.
final class Wire {
    private static final int MOST_UNRELIABLE = 1_000;
    /// A way without a fault is looked at this often, which costs nothing beside heartbeats.
    private static final long NOTHING_DUE = TimeUnit.SECONDS.toNanos(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private LinkFault fault = LinkFault.NONE;
    private int unreliable;
    private boolean closed;
    /// Nothing waits, and nothing has to.
    private volatile boolean clear = true;

    private record Waiting(Outbox.Letter letter, long due) {}

    void disturb(LinkFault now) {
        lock.lock();
        try {
            fault = now;
            if (!fault.isCut()) {
                List<Waiting> again = List.copyOf(waiting);
                waiting.clear();
                again.forEach(each -> waiting.add(new Waiting(each.letter, due())));
            }
            clear = fault.isNone() && waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Takes what is to be sent, in order.
    ///
    /// @return what leaves now, in order
    List<Outbox.Letter> pass(List<Outbox.Letter> letters) {
        if (clear) {
            return letters;
        }
        lock.lock();
        try {
            for (Outbox.Letter each : letters) {
                add(each);
            }
            List<Outbox.Letter> leaving = new ArrayList<>();
            long now = System.nanoTime();
            while (true) {
                Waiting next = waiting.peek();
                if (next == null || fault.isCut() || next.due - now > 0) {
                    break;
                }
                waiting.remove();
                unreliable -= next.letter.reliable() ? 0 : 1;
                leaving.add(next.letter);
            }
            clear = fault.isNone() && waiting.isEmpty() && !closed;
            return leaving;
        } finally {
            lock.unlock();
        }
    }

    private void add(Outbox.Letter letter) {
        if (closed && fault.isCut()) {
            return;
        }
        if (!letter.reliable()) {
            if (unreliable >= MOST_UNRELIABLE) {
                return;
            }
            unreliable++;
        }
        waiting.add(new Waiting(letter, fault.isCut() ? 0 : due()));
    }

    /// When a packet that begins its way now arrives: not before the one ahead of it.
    private long due() {
        long due = closed
                ? System.nanoTime()
                : System.nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(fault.drawMillis(ThreadLocalRandom.current()));
        Waiting ahead = waiting.peekLast();
        return ahead == null || ahead.due - due < 0 ? due : ahead.due;
    }

    /// Nanoseconds until something may leave.
    long untilDue() {
        if (clear) {
            return NOTHING_DUE;
        }
        lock.lock();
        try {
            Waiting next = waiting.peek();
            return next == null || fault.isCut() ? NOTHING_DUE : Math.max(0, next.due - System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    boolean isClear() {
        return clear;
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// The link has ended: only the words that say so go on.
    void forgetLink() {
        if (clear) {
            return;
        }
        lock.lock();
        try {
            waiting.removeIf(each -> !(each.letter.packet() instanceof Packet.Farewell));
            unreliable = 0;
        } finally {
            lock.unlock();
        }
    }

    /// This node leaves: what waits leaves at once, or not at all when nothing gets through.
    void close() {
        lock.lock();
        try {
            closed = true;
            if (fault.isCut()) {
                waiting.clear();
                clear = false;
            } else {
                disturb(LinkFault.NONE);
            }
        } finally {
            lock.unlock();
        }
    }
}
