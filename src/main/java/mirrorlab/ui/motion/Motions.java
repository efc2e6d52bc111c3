package mirrorlab.ui.motion;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// What moves now, worked out from happenings as they come. A copy moves to the replica's edge when it was sent and on when it
/// was received; a confirm never overtakes its copies. Samples, never queues: what does not fit under {@value #MOST_DOTS} dots
/// is not drawn, and a busy link becomes a ribbon. Toolkit-free.
public final class Motions {
    static final int MOST_DOTS = 40;
    private static final long MILLI = 1_000_000;
    private static final long HOP = 250 * MILLI;
    private static final long PROMOTION = 600 * MILLI;
    private static final long GHOST = 300 * MILLI;
    private static final long DEATH = 1_000 * MILLI;
    /// Dots of one happening follow each other at this distance, so that many look like many.
    private static final long TRAIN = 18 * MILLI;
    private static final int LONGEST_TRAIN = 12;
    private static final int MOST_PROMOTIONS = 5;
    private static final long TURN = 150 * MILLI;

    private final List<Move> moves = new ArrayList<>();
    private final Map<ChannelId, Long> arrivals = new TreeMap<>();
    private final Map<ChannelId, QueueName> targets = new TreeMap<>();
    private final Map<Link, Flow> flows = new TreeMap<>();

    /// A link in one lane.
    public record Link(QueueName queue, NodeName from, NodeName to) implements Comparable<Link> {
        @Override
        public int compareTo(Link other) {
            int byQueue = queue.compareTo(other.queue);
            int byFrom = byQueue != 0 ? byQueue : from.compareTo(other.from);
            return byFrom != 0 ? byFrom : to.compareTo(other.to);
        }
    }

    /// @param entries in the order in which they came, all within one frame
    public void take(List<Entry> entries, long nanos) {
        entries.forEach(entry -> take(entry.happening(), nanos));
        moves.removeIf(move -> move.end() < nanos);
        flows.values().removeIf(flow -> flow.isOver(nanos));
    }

    private void take(Happening happening, long nanos) {
        switch (happening) {
            case Happening.CopiesSent it -> sent(it, nanos);
            case Happening.CopiesReceived it -> received(it, nanos);
            case Happening.PublishesAnswered it when it.outcome().equals("confirmed") -> confirmed(it, nanos);
            case Happening.MessagesDelivered it -> delivered(it, nanos);
            case Happening.MirrorPromoted it -> promoted(it, nanos);
            case Happening.ReplicaStarted it when it.role().equals("mirror") ->
                add(new Move(Move.Kind.GHOST, it.queue(),
                        at(it.replica().node(), Move.Spot.REPLICA), at(it.replica().node(), Move.Spot.REPLICA), 1,
                        nanos, GHOST));
            case Happening.NodeDied it -> add(new Move(Move.Kind.DEATH, null, at(it.node(), Move.Spot.REPLICA),
                    at(it.node(), Move.Spot.REPLICA), 1, nanos, DEATH));
            default -> {
            }
        }
    }

    private void sent(Happening.CopiesSent it, long nanos) {
        NodeName from = it.channel().node();
        NodeName to = it.to().node();
        targets.put(it.channel(), it.queue());
        Flow flow = flows.computeIfAbsent(new Link(it.queue(), from, to), unused -> new Flow(nanos));
        flow.add(it.messages().count(), nanos);
        if (!flow.isRibbon()) {
            train(Move.Kind.COPY, it.queue(), new Move.Place(from, Move.Spot.PORT, to),
                    new Move.Place(to, Move.Spot.EDGE, from),
                    it.messages().count(), nanos, HOP);
        }
    }

    private void received(Happening.CopiesReceived it, long nanos) {
        NodeName to = it.replica().node();
        ChannelId channel = it.messages().intervals().isEmpty() ? null : it.messages().intervals().getFirst().channel();
        if (channel == null) {
            return;
        }
        NodeName from = channel.node();
        Flow flow = flows.get(new Link(it.queue(), from, to));
        if (flow != null && flow.isRibbon()) {
            return;
        }
        long start = moves.stream().filter(move -> move.kind() == Move.Kind.COPY && it.queue().equals(move.queue())
                && move.to().node().equals(to) && move.to().spot() == Move.Spot.EDGE).mapToLong(Move::start).min()
                .orElse(nanos - HOP) + HOP;
        long arrived = train(Move.Kind.COPY, it.queue(), new Move.Place(to, Move.Spot.EDGE, from),
                new Move.Place(to, Move.Spot.REPLICA, from), it.messages().count(), Math.max(nanos, start), HOP / 2);
        arrivals.merge(channel, arrived, Math::max);
    }

    private void confirmed(Happening.PublishesAnswered it, long nanos) {
        QueueName queue = targets.get(it.channel());
        boolean busy = queue != null && flows.entrySet().stream().anyMatch(each -> each.getKey().queue().equals(queue)
                && each.getKey().from().equals(it.channel().node()) && each.getValue().isRibbon());
        if (queue != null && !busy) {
            long start = Math.max(nanos, arrivals.getOrDefault(it.channel(), nanos));
            Move.Place port = at(it.channel().node(), Move.Spot.PORT);
            add(new Move(Move.Kind.CONFIRM, queue, port, port, it.messages().count(), start, 4 * HOP));
        }
    }

    private void delivered(Happening.MessagesDelivered it, long nanos) {
        NodeName client = it.channel().node();
        NodeName master = it.master().node();
        add(new Move(Move.Kind.REQUEST, it.queue(), new Move.Place(client, Move.Spot.PORT, master),
                new Move.Place(master, Move.Spot.REPLICA, client), 1, nanos, HOP));
        train(Move.Kind.DELIVERY, it.queue(), new Move.Place(master, Move.Spot.REPLICA, client),
                new Move.Place(client, Move.Spot.PORT, master), it.messages().count(), nanos + HOP, HOP);
    }

    /// One asks for attention at a time: they take turns.
    private void promoted(Happening.MirrorPromoted it, long nanos) {
        long running = moves.stream().filter(move -> move.kind() == Move.Kind.PROMOTION).count();
        if (running < MOST_PROMOTIONS) {
            add(new Move(Move.Kind.PROMOTION, it.queue(), at(it.lostMaster().node(), Move.Spot.REPLICA),
                    at(it.mirror().node(), Move.Spot.REPLICA), 1, nanos + running * TURN, PROMOTION));
        }
    }

    /// @return when its last dot arrives
    private long train(Move.Kind kind, QueueName queue, Move.Place from, Move.Place to, long count, long start,
            long duration) {
        int dots = (int) Math.min(count, LONGEST_TRAIN);
        for (int i = 0; i < dots && dots() < MOST_DOTS; i++) {
            add(new Move(kind, queue, from, to, i == 0 ? count : 1, start + i * TRAIN, duration));
        }
        return start + Math.max(0, dots - 1) * TRAIN + duration;
    }

    private long dots() {
        return moves.stream().filter(move -> move.kind() == Move.Kind.COPY || move.kind() == Move.Kind.DELIVERY)
                .count();
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

    public boolean isStill() {
        return moves.isEmpty() && flows.values().stream().noneMatch(Flow::isRibbon);
    }

    public void clear() {
        moves.clear();
        flows.clear();
        arrivals.clear();
    }
}
