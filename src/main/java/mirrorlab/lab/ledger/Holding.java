package mirrorlab.lab.ledger;

import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.ReplicaId;

/// What one replica holds by name: its last snapshot and what it told since. After the replica's death, what it
/// last held.
final class Holding {
    final ReplicaId id;
    private final Tally ready;
    private final Tally unacknowledged;
    /// Ever in this replica's queue.
    private final Tally enqueued;
    /// Left this replica's queue for good; a late word about its arrival does not bring it back.
    private final Tally settled;
    /// Handed out by this replica and not put back.
    private final Tally handedOut;
    /// Ever in this replica's queue, without what a synchronisation deleted here; what of it is missing was settled.
    private final Tally kept;
    /// Direct copies on their way to it or arrived (P-04).
    private final Tally sent;
    /// Its snapshot named everything.
    private boolean exact = true;
    /// It told as a master what it holds.
    private boolean toldAsMaster;
    private boolean erased;
    private boolean synchronising;

    Holding(ReplicaId id) {
        this(id, new Tally(), new Tally(), new Tally(), new Tally(), new Tally(), new Tally(), new Tally());
    }

    private Holding(ReplicaId id, Tally ready, Tally unacknowledged, Tally enqueued, Tally settled, Tally handedOut,
            Tally kept, Tally sent) {
        this.id = id;
        this.ready = ready;
        this.unacknowledged = unacknowledged;
        this.enqueued = enqueued;
        this.settled = settled;
        this.handedOut = handedOut;
        this.kept = kept;
        this.sent = sent;
    }

    void sent(MessageSet messages) {
        sent.add(messages);
    }

    void enqueue(MessageSet messages) {
        enqueued.add(messages);
        kept.add(messages);
        ready.add(messages.minus(settled.among(messages)).minus(unacknowledged.among(messages)));
    }

    void deliver(MessageSet messages) {
        enqueued.add(messages);
        handedOut.add(messages);
        MessageSet outstanding = messages.minus(settled.among(messages));
        ready.remove(outstanding);
        unacknowledged.add(outstanding);
    }

    void deliverForGood(MessageSet messages) {
        enqueued.add(messages);
        handedOut.add(messages);
    }

    /// @return those that this replica itself had handed out
    MessageSet requeue(MessageSet messages) {
        MessageSet back = messages.minus(settled.among(messages));
        unacknowledged.remove(back);
        ready.add(back);
        MessageSet own = handedOut.among(messages);
        handedOut.remove(own);
        return own;
    }

    void settle(MessageSet messages) {
        enqueued.add(messages);
        settled.add(messages);
        ready.remove(messages);
        unacknowledged.remove(messages);
    }

    /// A master told that these left the queue.
    void drop(MessageSet messages) {
        ready.remove(messages);
        unacknowledged.remove(messages);
    }

    void holds(Happening.ReplicaHolds now) {
        MessageSet nowReady = MessageSet.of(now.ready());
        MessageSet nowUnacknowledged = MessageSet.of(now.unacknowledged());
        exact = count(now.ready()) == now.readyCount() && count(now.unacknowledged()) == now.unacknowledgedCount();
        enqueued.add(nowReady).add(nowUnacknowledged);
        if (!synchronising) {
            kept.add(nowReady).add(nowUnacknowledged);
        }
        if (exact) {
            ready.replace(nowReady);
            unacknowledged.replace(nowUnacknowledged);
        } else {
            ready.remove(nowUnacknowledged);
            ready.add(nowReady);
            unacknowledged.remove(nowReady);
            unacknowledged.add(nowUnacknowledged);
        }
        toldAsMaster |= now.role().equals("master");
    }

    private static long count(Iterable<Interval> intervals) {
        long count = 0;
        for (Interval each : intervals) {
            count += each.count();
        }
        return count;
    }

    /// The copy was deleted.
    void erase() {
        ready.replace(MessageSet.EMPTY);
        unacknowledged.replace(MessageSet.EMPTY);
        erased = true;
    }

    /// A synchronisation begins by deleting what a mirror has, and deletes what it sent when it breaks off (S-17).
    void synchronising(boolean now) {
        synchronising = now;
        kept.replace(MessageSet.EMPTY);
    }

    MessageSet kept() {
        return kept.set();
    }

    MessageSet enqueued() {
        return enqueued.set();
    }

    boolean isErased() {
        return erased;
    }

    boolean isExact() {
        return exact;
    }

    boolean hasToldAsMaster() {
        return toldAsMaster;
    }

    MessageSet ready() {
        return ready.set();
    }

    MessageSet unacknowledged() {
        return unacknowledged.set();
    }

    MessageSet contents() {
        return ready.set().union(unacknowledged.set());
    }

    /// Copies that were sent to it and of which it has said nothing.
    MessageSet onTheWay() {
        return sent.set().minus(enqueued.set());
    }

    Holding copy() {
        Holding copy = new Holding(id, ready.copy(), unacknowledged.copy(), enqueued.copy(), settled.copy(),
                handedOut.copy(),
                kept.copy(), sent.copy());
        copy.exact = exact;
        copy.toldAsMaster = toldAsMaster;
        copy.erased = erased;
        copy.synchronising = synchronising;
        return copy;
    }
}
