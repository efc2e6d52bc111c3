package mirrorlab.journal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import mirrorlab.journal.Happening.JournalGap;
import mirrorlab.journal.Happening.ReplicaHolds;
import mirrorlab.journal.Happening.Traffic;
import org.jspecify.annotations.Nullable;

/// The journal of one life of one node (or of the lab), with a bounded memory of the newest entries for those who read
/// it.
///
/// Structural happenings become entries at once, and reach the {@link JournalFile} before `append` returns. Traffic is
/// merged for {@value #MERGE_MILLIS} ms, or until a structural happening or somebody's {@link #flush}; when nobody
/// reads, for {@value #MERGE_UNREAD_MILLIS} ms. The writer never waits for a reader: what falls out of memory before it
/// was read is reported as a {@link JournalGap}. Clocks never fall along an origin's sequence. Safe for use by
/// several threads.
public final class NodeJournal implements AutoCloseable {
    static final int MERGE_MILLIS = 50;
    static final int MERGE_UNREAD_MILLIS = 1_000;
    /// Entries and intervals in memory, some 50 bytes each.
    static final int CAPACITY = 100_000;

    private final String origin;
    private final long incarnation;
    private final HybridClock clock;
    private final JournalFile.@Nullable Writer file;
    private final int capacity;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();
    private final ArrayDeque<Entry> memory = new ArrayDeque<>();
    private final PendingTraffic pending = new PendingTraffic();
    private long pendingSince;
    private long sequence;
    private long lastClock;
    private long weight;
    private int readers;
    private boolean closed;

    public NodeJournal(String origin, long incarnation) {
        this(origin, incarnation, new HybridClock(), null);
    }

    /// @param file
    ///            gets the structural happenings; closed with the journal
    public NodeJournal(String origin, long incarnation, HybridClock clock, JournalFile.@Nullable Writer file) {
        this(origin, incarnation, clock, file, CAPACITY);
    }

    NodeJournal(String origin, long incarnation, HybridClock clock, JournalFile.@Nullable Writer file, int capacity) {
        this.origin = origin;
        this.incarnation = incarnation;
        this.clock = clock;
        this.file = file;
        this.capacity = capacity;
    }

    public String origin() {
        return origin;
    }

    public long incarnation() {
        return incarnation;
    }

    /// Does nothing when the journal is closed.
    public void append(Happening happening) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (happening instanceof Traffic traffic) {
                if (pending.goesRound(traffic) || isDue(MERGE_UNREAD_MILLIS)) {
                    flushPending();
                }
                if (pending.isEmpty()) {
                    pendingSince = System.nanoTime();
                    if (readers > 0) {
                        grown.signalAll();
                    }
                }
                pending.add(traffic, clock.tick());
            } else {
                flushPending();
                Entry entry = add(happening, clock.tick());
                if (file != null) {
                    file.write(entry);
                }
                grown.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Makes entries of the traffic that is still being merged.
    ///
    /// @return the sequence of the last entry, 0 when there is none
    public long flush() {
        lock.lock();
        try {
            flushPending();
            grown.signalAll();
            return sequence;
        } finally {
            lock.unlock();
        }
    }

    /// Entries after `after`, oldest first; waits when there are none. When entries are missing the first one is a
    /// {@link JournalGap}; its sequence is that of the last missing entry.
    ///
    /// @param max
    ///            how many at most
    /// @return empty when the time is over or the journal is closed
    public List<Entry> read(long after, int max, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        lock.lockInterruptibly();
        readers++;
        try {
            while (true) {
                if (isDue(MERGE_MILLIS) || closed) {
                    flushPending();
                }
                if (sequence > after) {
                    return copy(after, max);
                }
                long left = deadline - System.nanoTime();
                if (closed || left <= 0) {
                    return List.of();
                }
                grown.await(Math.min(left, untilDue()), TimeUnit.NANOSECONDS);
            }
        } finally {
            readers--;
            lock.unlock();
        }
    }

    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /// Readers get what is left and then nothing more.
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                flushPending();
                grown.signalAll();
                if (file != null) {
                    file.close();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue(int millis) {
        return !pending.isEmpty() && System.nanoTime() - pendingSince >= TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private long untilDue() {
        return pending.isEmpty()
                ? Long.MAX_VALUE
                : Math.max(1, pendingSince + TimeUnit.MILLISECONDS.toNanos(MERGE_MILLIS) - System.nanoTime());
    }

    private void flushPending() {
        if (!pending.isEmpty()) {
            pending.drain(this::add);
        }
    }

    private Entry add(Happening happening, long when) {
        lastClock = Math.max(lastClock, when);
        Entry entry = new Entry(origin, incarnation, ++sequence, lastClock, happening);
        memory.add(entry);
        weight += weight(happening);
        while (weight > capacity && memory.size() > 1) {
            weight -= weight(memory.remove().happening());
        }
        return entry;
    }

    private static int weight(Happening happening) {
        return 1 + switch (happening) {
            case ReplicaHolds holds -> holds.ready().size() + holds.unacknowledged().size();
            case Traffic traffic -> PendingTraffic.messages(traffic).intervals().size();
            default -> 4;
        };
    }

    private List<Entry> copy(long after, int max) {
        List<Entry> copied = new ArrayList<>();
        long oldest = memory.isEmpty() ? sequence + 1 : memory.getFirst().sequence();
        if (oldest > after + 1) {
            long when = memory.isEmpty() ? lastClock : memory.getFirst().clock();
            copied.add(new Entry(origin, incarnation, oldest - 1, when,
                    new JournalGap(origin, incarnation, after + 1, oldest - 1)));
        }
        List<Entry> newest = new ArrayList<>();
        for (Iterator<Entry> each = memory.descendingIterator(); each.hasNext();) {
            Entry entry = each.next();
            if (entry.sequence() <= after) {
                break;
            }
            newest.add(entry);
        }
        newest.reversed().stream().limit(max - copied.size()).forEach(copied::add);
        return copied;
    }
}
