package mirrorlab.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.PackedMessages;
import org.jspecify.annotations.Nullable;

/// Everything one replica of a queue holds. Used by one thread; the same calls give the same state.
///
/// depth = ready + unacknowledged (S-02). Positions count from 1 and are never given twice, not even after
/// {@link #clear}.
public final class QueueContents {
    private final ReadyMessages ready;
    private final boolean prioritised;
    private final Unacknowledged unacknowledged = new Unacknowledged();
    private long nextPosition = 1;
    private long bytes;
    private long persistent;
    private long readyBodyBytes;

    public QueueContents() {
        this(0);
    }

    /// @param highestPriority `x-max-priority`; 0 for a queue without priorities
    public QueueContents(int highestPriority) {
        this(highestPriority, Backlog.USUAL_CHUNK);
    }

    /// @param chunk how many messages of a long backlog are packed together
    QueueContents(int highestPriority, int chunk) {
        prioritised = highestPriority > 0;
        ready = prioritised ? new ByPriority(highestPriority) : new Ready(chunk);
    }

    /// Whether what leaves first is not always what came first.
    public boolean hasPriorities() {
        return prioritised;
    }

    /// Puts a message at the end.
    ///
    /// @param delivered
    ///            true on a mirror (P-14)
    /// @return its position
    public long enqueue(Message message, boolean delivered) {
        long position = nextPosition++;
        ready.add(position, message, delivered);
        came(message);
        readyBodyBytes += message.body().size();
        return position;
    }

    /// Puts a ready message into a given place, as recovery from disk and copies of a synchronisation need it. Cheapest
    /// in rising order. The next position is above it afterwards.
    ///
    /// @throws IllegalArgumentException
    ///             when the position is below 1 or taken
    public void enqueueAt(long position, Message message, boolean delivered) {
        claim(position);
        ready.add(position, message, delivered);
        came(message);
        readyBodyBytes += message.body().size();
    }

    /// Puts packed messages at the end as they are, ready (S-11).
    ///
    /// @return the position of the first; the others follow
    public long enqueue(PackedMessages messages, boolean delivered) {
        long position = nextPosition;
        nextPosition += messages.count();
        ready.add(position, messages, delivered);
        bytes += messages.size();
        persistent += messages.persistentCount();
        readyBodyBytes += messages.bodyBytes();
        return position;
    }

    /// Puts an unacknowledged message into a given place (S-11); otherwise as {@link #enqueueAt}.
    public void holdAt(long position, Message message) {
        claim(position);
        unacknowledged.add(new Held(position, message, true));
        came(message);
    }

    /// A message that goes straight to a consumer because the queue is empty (P-15). It gets a position, and stays as
    /// unacknowledged if an acknowledgement is required.
    public long publishDelivered(Message message, boolean ackRequired) {
        long position = nextPosition++;
        if (ackRequired) {
            unacknowledged.add(new Held(position, message, true));
            came(message);
        }
        return position;
    }

    /// Takes the head; `delivered` says whether it was delivered before. Null when nothing is ready.
    ///
    /// @param ackRequired
    ///            the message stays as unacknowledged; otherwise it is gone
    public @Nullable Held fetch(boolean ackRequired) {
        return taken(ready.removeFirst(), ackRequired);
    }

    /// Takes a ready message by its id, the way a mirror of a queue with priorities is told (P-05, P-16); otherwise as
    /// {@link #fetch}.
    public @Nullable Held take(MessageId id, boolean ackRequired) {
        return taken(ready.remove(id), ackRequired);
    }

    private @Nullable Held taken(@Nullable Held held, boolean ackRequired) {
        if (held != null) {
            readyBodyBytes -= held.message().body().size();
            if (ackRequired) {
                unacknowledged.add(held.asDelivered());
            } else {
                went(held.message());
            }
        }
        return held;
    }

    /// What {@link #fetch} would take; null when nothing is ready.
    public @Nullable Message head() {
        return ready.head();
    }

    /// Forgets an unacknowledged message; null when none has this position (F-22, P-16).
    public @Nullable Held acknowledge(long position) {
        Held held = unacknowledged.remove(position);
        if (held != null) {
            went(held.message());
        }
        return held;
    }

    /// Forgets an unacknowledged message by its id, the way a mirror is told (P-05, P-16).
    public @Nullable Held acknowledge(MessageId id) {
        Long position = unacknowledged.positionOf(id);
        return position == null ? null : acknowledge(position.longValue());
    }

    public boolean holdsUnacknowledged(MessageId id) {
        return unacknowledged.positionOf(id) != null;
    }

    /// Where an unacknowledged message stands; null when it is not among them.
    public @Nullable Long positionOf(MessageId id) {
        return unacknowledged.positionOf(id);
    }

    /// The unacknowledged message at a position, left where it is; null when there is none.
    public @Nullable Held unacknowledgedAt(long position) {
        return unacknowledged.at(position);
    }

    /// Makes unacknowledged messages ready again, each in its original place (F-11). Unknown positions are ignored
    /// (P-16).
    ///
    /// @return what came back, in queue order
    public List<Held> requeue(Collection<Long> positions) {
        List<Held> back = new ArrayList<>();
        for (long position : new TreeSet<>(positions)) {
            Held held = unacknowledged.remove(position);
            if (held != null) {
                ready.add(position, held.message(), true);
                readyBodyBytes += held.message().body().size();
                back.add(held.asDelivered());
            }
        }
        return back;
    }

    /// Requeues everything that is unacknowledged (F-11).
    public List<Held> requeueAll() {
        return requeue(unacknowledged.byPosition.positions());
    }

    /// Removes up to `count` ready messages from the head and returns them.
    public List<Held> dropHead(long count) {
        List<Held> dropped = new ArrayList<>((int) Math.clamp(count, 0, ready.size()));
        for (long i = Math.min(count, ready.size()); i > 0; i--) {
            Held head = fetch(false);
            if (head != null) {
                dropped.add(head);
            }
        }
        return dropped;
    }

    /// Removes all ready messages; the unacknowledged ones stay (P-08).
    public List<Held> purge() {
        return dropHead(ready.size());
    }

    /// Removes everything, ready or not (S-09). Positions go on from where they were.
    public void clear() {
        ready.clear();
        unacknowledged.clear();
        bytes = 0;
        persistent = 0;
        readyBodyBytes = 0;
    }

    public long readyCount() {
        return ready.size();
    }

    public long unacknowledgedCount() {
        return unacknowledged.byPosition.size();
    }

    /// Ready and unacknowledged together (S-02).
    public long depth() {
        return readyCount() + unacknowledgedCount();
    }

    /// {@link Message#size} of everything held, ready or not.
    public long bytes() {
        return bytes;
    }

    /// How many of the messages held, ready or not, are persistent.
    public long persistentCount() {
        return persistent;
    }

    /// Of the bodies of what is ready: what `max-length-bytes` counts.
    public long readyBodyBytes() {
        return readyBodyBytes;
    }

    /// The position the next enqueue gives.
    public long nextPosition() {
        return nextPosition;
    }

    /// Ready and unacknowledged together in queue order (S-11). The walk ends at the next change; go on with
    /// {@link #from}.
    public Iterator<Standing> inOrder() {
        return from(1);
    }

    /// Like {@link #inOrder}, beginning with the first message at or after a position.
    public Iterator<Standing> from(long position) {
        return new InOrder(ready.from(position), unacknowledged.byPosition.from(position));
    }

    /// What a synchronisation sends next (S-11), ready and unacknowledged in queue order, beginning with the first message at or
    /// after a position; nothing when there is none.
    ///
    /// @param most messages
    /// @param mostBytes the message that reaches it is the last
    public Batch batch(long position, int most, long mostBytes) {
        Batch.Filling batch = new Batch.Filling(position, most, mostBytes);
        boolean more = true;
        while (more && !batch.isFull()) {
            Chunk chunk = ready.wholeFrom(batch.next());
            if (chunk != null && batch.hasRoomFor(chunk)
                    && !unacknowledged.byPosition.hasBetween(batch.next(), chunk.lastPosition())) {
                batch.add(chunk);
            } else {
                more = batch.add(from(batch.next()), endOfLoose(batch.next(), chunk));
            }
        }
        return batch.batch();
    }

    private long endOfLoose(long position, @Nullable Chunk chunk) {
        if (chunk == null) {
            return ready.nextChunk(position);
        }
        return unacknowledged.byPosition.hasBetween(position, chunk.firstPosition() - 1)
                ? chunk.firstPosition()
                : ready.nextChunk(chunk.firstPosition());
    }

    /// The first `max` intervals of what is ready, in the order in which it will leave. Costs as much as there are
    /// intervals, not messages.
    public List<Interval> readyIntervals(int max) {
        IntervalList intervals = new IntervalList(max);
        ready.describe(intervals);
        return intervals.intervals();
    }

    /// The first `max` intervals of what is unacknowledged, in queue order.
    public List<Interval> unacknowledgedIntervals(int max) {
        IntervalList intervals = new IntervalList(max);
        unacknowledged.byPosition.describe(intervals);
        return intervals.intervals();
    }

    private void came(Message message) {
        bytes += message.size();
        persistent += message.persistent() ? 1 : 0;
    }

    private void went(Message message) {
        bytes -= message.size();
        persistent -= message.persistent() ? 1 : 0;
    }

    private void claim(long position) {
        if (position < 1 || (position < nextPosition && (ready.contains(position)
                || unacknowledged.at(position) != null))) {
            throw new IllegalArgumentException("position " + position + (position < 1 ? " is below 1" : " is taken"));
        }
        nextPosition = Math.max(nextPosition, position + 1);
    }
}
