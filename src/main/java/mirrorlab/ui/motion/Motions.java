package mirrorlab.ui.motion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// What moves now, worked out from happenings as they come. A copy moves to the replica's edge when it was sent and on when it
/// was received; a confirm never overtakes its copies. Samples, never queues: what does not fit under {@value #MOST_DOTS} dots
/// is not drawn, and a busy link becomes a ribbon. Of what asks for attention one comes after the other ({@link Promotions}),
/// and nothing of it comes again within a third of a second. Toolkit-free.
public final class Motions {
    static final int MOST_DOTS = 40;
    private static final long MILLI = 1_000_000;
    private static final long HOP = 250 * MILLI;
    private static final long GHOST = 300 * MILLI;
    private static final long DEATH = 1_000 * MILLI;
    /// Before a mirror takes over, the death is seen.
    private static final long FADE = 200 * MILLI;
    private static final long ARROW = 1_000 * MILLI;
    private static final long LOSS = 2_000 * MILLI;
    /// Dots of one happening follow each other at this distance, so that many look like many.
    private static final long TRAIN = 18 * MILLI;
    private static final int LONGEST_TRAIN = 12;
    /// Three a second: nothing flashes faster.
    private static final long FLASH = 334 * MILLI;

    private final List<Move> moves = new ArrayList<>();
    private final Map<ChannelId, Long> arrivals = new TreeMap<>();
    private final Map<ChannelId, QueueName> targets = new TreeMap<>();
    private final Map<Link, Flow> flows = new TreeMap<>();
    private final Promotions promotions = new Promotions();
    private final Unrest unrest = new Unrest();
    /// When something of a kind began last at a place, and what it has not told yet.
    private final Map<String, Long> begun = new TreeMap<>();
    private final Map<String, Move> owed = new TreeMap<>();
    private Predicate<QueueName> isLane = queue -> true;
    private double slow = 1;
    private boolean still;
    private long fadedAt;

    /// A link in one row.
    ///
    /// @param delivers
    ///            from the master to clients of a node; else from a node's clients to a replica
    public record Link(QueueName queue, NodeName from, NodeName to, boolean delivers) implements Comparable<Link> {
        private static final Comparator<Link> ORDER = Comparator.comparing(Link::queue).thenComparing(Link::from)
                .thenComparing(Link::to).thenComparing(Link::delivers);

        @Override
        public int compareTo(Link other) {
            return ORDER.compare(this, other);
        }
    }

    /// @param lane
    ///            a queue has a lane; of any other a slower flow is a ribbon already
    public void lanes(Predicate<QueueName> lane) {
        isLane = lane;
    }

    /// Counts what goes along the link.
    ///
    /// @return it is a ribbon
    private boolean flows(Link link, long count, long nanos) {
        Flow flow = flows.computeIfAbsent(link,
                each -> new Flow(nanos, isLane.test(each.queue()) ? Flow.BUSY : Flow.BUSY_ROW));
        flow.add(count, nanos);
        return flow.isRibbon();
    }

    /// @param factor how much longer everything takes than in real time
    public void slow(double factor) {
        slow = factor;
    }

    /// Nothing moves: arrows and numbers stand for a while instead.
    public void still(boolean now) {
        if (still != now) {
            clear();
            still = now;
        }
    }

    private long lasting(long duration) {
        return (long) (duration * slow);
    }

    /// @param entries in the order in which they came, all within one frame
    public void take(List<Entry> entries, long nanos) {
        entries.forEach(entry -> take(entry.happening(), nanos));
        payOwed(nanos);
        moves.removeIf(move -> move.end() < nanos);
        flows.values().removeIf(flow -> flow.isOver(nanos));
        unrest.pass(nanos);
        begun.values().removeIf(last -> nanos - last > FLASH);
    }

    private void take(Happening happening, long nanos) {
        unrest.take(happening, nanos);
        switch (happening) {
            case Happening.CopiesSent it -> sent(it, nanos);
            case Happening.CopiesReceived it -> received(it, nanos);
            case Happening.PublishesAnswered it when it.outcome().equals("confirmed") -> confirmed(it, nanos);
            case Happening.MessagesDelivered it -> delivered(it, nanos);
            case Happening.MirrorPromoted it -> promoted(it, nanos);
            case Happening.ReplicaStarted it when it.role().equals("mirror") ->
                flash(new Move(Move.Kind.GHOST, it.queue(), at(it.replica().node(), Move.Spot.REPLICA),
                        at(it.replica().node(), Move.Spot.REPLICA), 1, nanos, lasting(GHOST), still), nanos);
            case Happening.NodeDied it -> {
                fadedAt = nanos + lasting(FADE);
                flash(new Move(Move.Kind.DEATH, null, at(it.node(), Move.Spot.REPLICA),
                        at(it.node(), Move.Spot.REPLICA), 1, nanos, lasting(DEATH), true), nanos);
            }
            default -> {
            }
        }
    }

    private void sent(Happening.CopiesSent it, long nanos) {
        NodeName from = it.channel().node();
        NodeName to = it.to().node();
        targets.put(it.channel(), it.queue());
        if (flows(new Link(it.queue(), from, to, false), it.messages().count(), nanos)) {
            Move.Place port = at(from, Move.Spot.PORT);
            moves.removeIf(each -> each.kind() == Move.Kind.CONFIRM && it.queue().equals(each.queue())
                    && each.from().equals(port)); // the ribbon's number stands there
            return;
        }
        if (still) {
            arrow(it.queue(), new Move.Place(from, Move.Spot.PORT, to), new Move.Place(to, Move.Spot.REPLICA, from),
                    it.messages().count(), nanos);
        } else {
            train(Move.Kind.COPY, it.queue(), new Move.Place(from, Move.Spot.PORT, to),
                    new Move.Place(to, Move.Spot.EDGE, from), it.messages().count(), nanos, lasting(HOP));
        }
    }

    private void received(Happening.CopiesReceived it, long nanos) {
        NodeName to = it.replica().node();
        ChannelId channel = it.messages().intervals().isEmpty() ? null : it.messages().intervals().getFirst().channel();
        if (channel == null || still) {
            return;
        }
        NodeName from = channel.node();
        Flow flow = flows.get(new Link(it.queue(), from, to, false));
        if (flow != null && flow.isRibbon()) {
            return;
        }
        long hop = lasting(HOP);
        long start = moves.stream().filter(move -> move.kind() == Move.Kind.COPY && it.queue().equals(move.queue())
                && move.to().node().equals(to) && move.to().spot() == Move.Spot.EDGE).mapToLong(Move::start).min()
                .orElse(nanos - hop) + hop;
        long arrived = train(Move.Kind.COPY, it.queue(), new Move.Place(to, Move.Spot.EDGE, from),
                new Move.Place(to, Move.Spot.REPLICA, from), it.messages().count(), Math.max(nanos, start), hop / 2);
        arrivals.merge(channel, arrived, Math::max);
    }

    private void confirmed(Happening.PublishesAnswered it, long nanos) {
        QueueName queue = targets.get(it.channel());
        boolean busy = queue != null && flows.entrySet().stream().anyMatch(each -> each.getKey().queue().equals(queue)
                && !each.getKey().delivers() && each.getKey().from().equals(it.channel().node())
                && each.getValue().isRibbon());
        if (queue != null && !busy) {
            long start = Math.max(nanos, arrivals.getOrDefault(it.channel(), nanos));
            Move.Place port = at(it.channel().node(), Move.Spot.PORT);
            flash(new Move(Move.Kind.CONFIRM, queue, port, port, it.messages().count(), start, lasting(4 * HOP), still),
                    nanos);
        }
    }

    private void delivered(Happening.MessagesDelivered it, long nanos) {
        NodeName client = it.channel().node();
        NodeName master = it.master().node();
        Move.Place replica = new Move.Place(master, Move.Spot.REPLICA, client);
        Move.Place port = new Move.Place(client, Move.Spot.PORT, master);
        if (flows(new Link(it.queue(), master, client, true), it.messages().count(), nanos)) {
            return;
        }
        if (still) {
            arrow(it.queue(), replica, port, it.messages().count(), nanos);
            return;
        }
        long hop = lasting(HOP);
        add(new Move(Move.Kind.REQUEST, it.queue(), port, replica, 1, nanos, hop, false));
        train(Move.Kind.DELIVERY, it.queue(), replica, port, it.messages().count(), nanos + hop, hop);
    }

    private void arrow(QueueName queue, Move.Place from, Move.Place to, long count, long nanos) {
        if (!from.node().equals(to.node())) {
            flash(new Move(Move.Kind.ARROW, queue, from, to, count, nanos, ARROW, true), nanos);
        }
    }

    /// One asks for attention at a time.
    private void promoted(Happening.MirrorPromoted it, long nanos) {
        Move move = promotions.next(it, Math.max(nanos, still ? nanos : fadedAt), slow, still);
        if (move.kind() == Move.Kind.SUMMARY) {
            moves.removeIf(each -> each.kind() == Move.Kind.SUMMARY && each.to().equals(move.to()));
        }
        add(move);
    }

    /// A promotion lost messages: crosses stand at the old master's place, and the summary counts them.
    ///
    /// @param it one of those that were taken just now
    void lost(Happening.MirrorPromoted it, long count, long nanos) {
        promotions.lost(it.mirror().node(), count);
        Move.Place place = at(it.lostMaster().node(), Move.Spot.REPLICA);
        add(new Move(Move.Kind.LOSS, it.queue(), place, place, count, arrival(it.queue(), nanos), lasting(LOSS), true));
    }

    /// The queue's own crown slides, and its crosses fall; after five of them one summary stands for the others.
    boolean hasTurn(QueueName queue) {
        return promotions.hasTurn(queue);
    }

    /// Messages lost by the promotions that the summary of this node counts.
    long lostOn(NodeName node) {
        return promotions.lostOn(node);
    }

    /// When the crown of the queue has arrived, or what stands for it; `nanos` when nothing moves.
    public long arrival(QueueName queue, long nanos) {
        return moves.stream().filter(move -> move.kind() == Move.Kind.PROMOTION && queue.equals(move.queue()))
                .mapToLong(move -> move.still() ? nanos : move.end()).max()
                .orElse(Math.max(nanos, promotions.summaryFrom()));
    }

    /// @return when its last dot arrives
    private long train(Move.Kind kind, QueueName queue, Move.Place from, Move.Place to, long count, long start,
            long duration) {
        int dots = (int) Math.min(count, LONGEST_TRAIN);
        long apart = lasting(TRAIN);
        for (int i = 0; i < dots && dots() < MOST_DOTS; i++) {
            add(new Move(kind, queue, from, to, i == 0 ? count : 1, start + i * apart, duration, false));
        }
        return start + Math.max(0, dots - 1) * apart + duration;
    }

    private long dots() {
        return moves.stream().filter(move -> move.kind() == Move.Kind.COPY || move.kind() == Move.Kind.DELIVERY)
                .count();
    }

    // ---- nothing flashes

    /// Begins now unless the same began at the same place just before; then its count comes with the next.
    private void flash(Move move, long nanos) {
        String key = key(move);
        Move before = owed.get(key);
        owed.put(key, before == null
                ? move
                : new Move(move.kind(), move.queue(), move.from(), move.to(), before.count() + move.count(),
                        move.start(), move.duration(), move.still()));
        payOwed(nanos);
    }

    private static String key(Move move) {
        return move.kind() + " " + move.queue() + " " + move.from() + " " + move.to();
    }

    private void payOwed(long nanos) {
        for (Map.Entry<String, Move> each : List.copyOf(owed.entrySet())) {
            Long last = begun.get(each.getKey());
            boolean shown = each.getValue().kind() == Move.Kind.ARROW
                    && moves.stream().anyMatch(move -> key(move).equals(each.getKey()) && move.end() > nanos);
            if (!shown && (last == null || nanos - last >= FLASH)) {
                Move move = each.getValue();
                owed.remove(each.getKey());
                begun.put(each.getKey(), nanos);
                if (move.kind() == Move.Kind.CONFIRM) {
                    moves.removeIf(older -> key(older).equals(each.getKey())); // one number over another cannot be read
                }
                add(new Move(move.kind(), move.queue(), move.from(), move.to(), move.count(),
                        Math.max(nanos, move.start()), move.duration(), move.still()));
            }
        }
    }

    private void add(Move move) {
        moves.add(move);
    }

    private static Move.Place at(NodeName node, Move.Spot spot) {
        return new Move.Place(node, spot, node);
    }

    public List<Move> moves() {
        return List.copyOf(moves);
    }

    /// Messages a second of the links that are ribbons now.
    public Map<Link, Long> ribbons() {
        Map<Link, Long> ribbons = new TreeMap<>();
        flows.forEach((link, flow) -> {
            if (flow.isRibbon()) {
                ribbons.put(link, flow.perSecond());
            }
        });
        return ribbons;
    }

    /// Queues whose rows change faster than anybody can follow, with the changes of the last second.
    public Map<QueueName, Long> blurs() {
        return unrest.blurs();
    }

    public boolean isStill() {
        return moves.isEmpty() && owed.isEmpty() && flows.values().stream().noneMatch(Flow::isRibbon)
                && unrest.blurs().isEmpty();
    }

    public void clear() {
        moves.clear();
        flows.clear();
        arrivals.clear();
        owed.clear();
        begun.clear();
        unrest.clear();
        promotions.clear();
    }
}
