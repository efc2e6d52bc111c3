package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Everything that was told of one queue's messages. {@link Reckoning} makes the account of it.
final class QueueBook {
    final Tally published = new Tally();
    final Tally persistent = new Tally();
    final Tally transientOnes = new Tally();
    /// The lab said that it publishes these here.
    final Tally named = new Tally();
    /// Taken over by the node of its channel: copies were sent, or it was refused.
    final Tally routed = new Tally();
    /// Final fates, as far as they were told; a later word takes the place of an earlier one.
    final Map<Fate, Tally> told = new EnumMap<>(Fate.class);
    final Tally duplicates = new Tally();
    /// Counted as acknowledged, though nobody has them or acknowledged them (F-22, F-23).
    final Tally astray = new Tally();
    final AutomaticDeliveries automatic = new AutomaticDeliveries();
    private final Tally handedOut = new Tally();
    /// The youngest replica of each node, also dead ones.
    private final Map<NodeName, Holding> holdings = new TreeMap<>();
    private final List<Succession> successions = new ArrayList<>();
    private long removedVersion = -1;
    private Fate removedAs = Fate.DELETED;

    Holding holding(ReplicaId id) {
        Holding known = holdings.get(id.node());
        if (known != null && known.id.equals(id)) {
            return known;
        }
        Holding fresh = new Holding(id);
        if (known == null || isYounger(id, known.id)) {
            holdings.put(id.node(), fresh);
        }
        return fresh;
    }

    private static boolean isYounger(ReplicaId one, ReplicaId other) {
        return one.incarnation() > other.incarnation()
                || (one.incarnation() == other.incarnation() && one.serial() > other.serial());
    }

    /// Null when nothing was told of it or a younger one stands in its place.
    @Nullable
    Holding known(ReplicaId id) {
        Holding known = holdings.get(id.node());
        return known != null && known.id.equals(id) ? known : null;
    }

    /// What the node's youngest replica held last.
    MessageSet lastHeld(NodeName node) {
        Holding known = holdings.get(node);
        return known == null ? MessageSet.EMPTY : known.contents();
    }

    /// In order of the nodes' names.
    Iterable<Holding> holdings() {
        return holdings.values();
    }

    void sent(Happening.CopiesSent now) {
        published.add(now.messages());
        routed.add(now.messages());
        (now.persistent() ? persistent : transientOnes).add(now.messages());
        holding(now.to()).sent(now.messages());
    }

    void enqueued(ReplicaId replica, MessageSet messages) {
        published.add(messages);
        holding(replica).enqueue(messages);
    }

    /// A message that a client got, and gets again although the client did not give it back, is a duplicate to
    /// the client.
    void delivered(Happening.MessagesDelivered now) {
        published.add(now.messages());
        duplicates.add(handedOut.among(now.messages()));
        handedOut.add(now.messages());
        if (now.autoAck()) {
            holding(now.master()).deliverForGood(now.messages());
            automatic.delivered(now);
        } else {
            holding(now.master()).deliver(now.messages());
        }
    }

    /// What an earlier master had handed out is not taken back by this one's requeue at its promotion (F-11).
    void requeued(Happening.MessagesRequeued now) {
        published.add(now.messages());
        handedOut.remove(holding(now.master()).requeue(now.messages()));
    }

    void settled(ReplicaId master, Fate fate, MessageSet messages) {
        published.add(messages);
        holding(master).settle(messages);
        holdings.values().stream().filter(each -> !each.isExact()).forEach(each -> each.drop(messages));
        tell(fate, messages);
    }

    void succeeded(Happening.MirrorPromoted now) {
        Holding master = holding(now.lostMaster());
        successions.forEach(each -> each.later().add(master.contents()));
        Holding successor = holding(now.mirror());
        successions.add(new Succession(master, successor, new Tally().add(successor.kept()), now.wasSynchronised(),
                new Tally()));
    }

    /// Oldest first.
    List<Succession> successions() {
        return successions;
    }

    void synchronisationStarts(Happening.SyncStarted now) {
        now.mirrors().forEach(each -> holding(each).synchronising(true));
    }

    void synchronisationEnds(Happening.SyncEnded now) {
        if (now.outcome().equals("master-lost")) {
            holding(now.replica()).synchronising(false);
        } else {
            holdings.values().stream().filter(each -> !each.id.equals(now.replica()))
                    .forEach(each -> each.synchronising(false));
        }
    }

    void unstored(Fate fate, MessageSet messages) {
        published.add(messages);
        routed.add(messages);
        tell(fate, messages);
    }

    void holds(Happening.ReplicaHolds now) {
        published.add(MessageSet.of(now.ready())).add(MessageSet.of(now.unacknowledged()));
        Holding holding = holding(now.replica());
        holding.holds(now);
        if (!holding.isExact()) {
            // mirrors do not tell what left them, and this snapshot does not name all that is left
            MessageSet named = MessageSet.of(now.ready()).union(MessageSet.of(now.unacknowledged()));
            told.values().forEach(each -> holding.drop(each.among(holding.contents()).minus(named)));
        }
    }

    void tell(Fate fate, MessageSet messages) {
        told.values().forEach(each -> each.remove(messages));
        told.computeIfAbsent(fate, unused -> new Tally()).add(messages);
    }

    /// Another node told the same removal before.
    boolean knowsRemoval(long version) {
        return version <= removedVersion;
    }

    /// @param present
    ///            what had no final fate and was not lost yet
    void removed(long version, Fate as, MessageSet present) {
        removedVersion = version;
        removedAs = as;
        tell(as, present);
        holdings.values().forEach(Holding::erase);
    }

    private Holding same(Holding original) {
        Holding known = known(original.id);
        return known == null ? original.copy() : known;
    }

    MessageSet keptBy(ReplicaId successor) {
        return successions.stream().filter(each -> each.successor().id.equals(successor))
                .map(each -> each.successor().kept()).reduce(MessageSet.EMPTY, MessageSet::union);
    }

    /// The fate of what is in a queue that is no more.
    Fate removedAs() {
        return removedAs;
    }

    QueueBook copy() {
        QueueBook copy = new QueueBook();
        copy.published.replace(published.set());
        copy.persistent.replace(persistent.set());
        copy.transientOnes.replace(transientOnes.set());
        copy.named.replace(named.set());
        copy.routed.replace(routed.set());
        told.forEach((fate, tally) -> copy.told.put(fate, tally.copy()));
        copy.duplicates.replace(duplicates.set());
        copy.handedOut.replace(handedOut.set());
        copy.astray.replace(astray.set());
        copy.automatic.addAll(automatic);
        holdings.forEach((node, holding) -> copy.holdings.put(node, holding.copy()));
        successions.forEach(each -> {
            copy.successions.add(each.copy(copy.same(each.master()), copy.same(each.successor())));
        });
        copy.removedVersion = removedVersion;
        copy.removedAs = removedAs;
        return copy;
    }
}
