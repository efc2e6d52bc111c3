package mirrorlab.lab.ledger;

import mirrorlab.vocabulary.MessageSet;

/// A mirror followed a lost master. A node tells of messages at most every 50 ms, so a killed one may have settled
/// some without telling: its mirror had them and has them no more, and nobody said how they ended.
///
/// @param kept
///            what the mirror had held until then
/// @param wasSynchronised
///            then it also had everything that was confirmed (P-19)
/// @param later
///            what it still held when it was lost itself: that ended in another way
record Succession(Holding master, Holding successor, Tally kept, boolean wasSynchronised, Tally later) {

    MessageSet held(Publishers publishers) {
        MessageSet had = wasSynchronised
                ? kept.set().union(publishers.confirmedOf(master.enqueued()))
                : kept.set();
        return had.minus(later.set());
    }

    Succession copy(Holding copied, Holding copiedSuccessor) {
        return new Succession(copied, copiedSuccessor, kept.copy(), wasSynchronised, later.copy());
    }
}
