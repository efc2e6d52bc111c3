package mirrorlab.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Connections, channels, consumers, and copies on their way. A node speaks for its own clients only, so only copies
/// join two origins: whichever of *sent* and *received* comes first waits for the other.
final class ClientFold {
    private final Map<Link, Happening.ConnectionOpened> connections = new TreeMap<>();
    private final Set<Link> blocked = new TreeSet<>();
    private final Map<ChannelId, ChannelPicture> channels = new TreeMap<>();
    /// Those of them that wait for a queue: asked for each queue that is looked at. Null when it has to be found out again.
    private @Nullable List<ChannelPicture> waiting;
    private final Map<Subscription, Happening.ConsumerAdded> consumers = new TreeMap<>();
    private final TreeMap<Route, Copies> copies = new TreeMap<>();
    /// Before all replicas.
    private static final ReplicaId FIRST = new ReplicaId(new NodeName("\u0000@\u0000"), 0, 0);

    private record Link(NodeName node, long incarnation, long connection) implements Comparable<Link> {
        private static final Comparator<Link> ORDER = Comparator.comparing(Link::node)
                .thenComparingLong(Link::incarnation)
                .thenComparingLong(Link::connection);

        @Override
        public int compareTo(Link other) {
            return ORDER.compare(this, other);
        }
    }

    private record Subscription(ChannelId channel, String tag) implements Comparable<Subscription> {
        @Override
        public int compareTo(Subscription other) {
            int byChannel = channel.compareTo(other.channel);
            return byChannel != 0 ? byChannel : tag.compareTo(other.tag);
        }
    }

    private record Route(QueueName queue, ReplicaId to) implements Comparable<Route> {
        /// Asked many times for every copy, so it is spelled out.
        @Override
        public int compareTo(Route other) {
            int byQueue = queue.compareTo(other.queue);
            int byNode = byQueue != 0 ? byQueue : to.node().compareTo(other.to.node());
            int byLife = byNode != 0 ? byNode : Long.compare(to.incarnation(), other.to.incarnation());
            return byLife != 0 ? byLife : Long.compare(to.serial(), other.to.serial());
        }
    }

    /// `sent` and not yet received; `early` received and not yet said to be sent.
    private record Copies(MessageSet sent, MessageSet early) {
        private static final Copies NONE = new Copies(MessageSet.EMPTY, MessageSet.EMPTY);

        private Copies send(MessageSet more) {
            return new Copies(sent.union(more.minus(early)), early.minus(more));
        }

        private Copies receive(MessageSet more) {
            return new Copies(sent.minus(more), early.union(more.minus(sent)));
        }

        private Copies without(NodeFold nodes) {
            return new Copies(living(sent, nodes), living(early, nodes));
        }
    }

    void opened(Happening.ConnectionOpened now, long incarnation) {
        connections.put(new Link(now.node(), incarnation, now.connection()), now);
    }

    void closed(Happening.ConnectionClosed now, long incarnation) {
        connections.remove(new Link(now.node(), incarnation, now.connection()));
        blocked.remove(new Link(now.node(), incarnation, now.connection()));
        List<ChannelId> its = channels.values().stream()
                .filter(each -> each.connection() == now.connection() && each.node().equals(now.node())
                        && each.channel().incarnation() == incarnation)
                .map(ChannelPicture::channel).toList();
        its.forEach(this::closed);
    }

    void blocked(Happening.ConnectionBlocked now, long incarnation) {
        Link link = new Link(now.node(), incarnation, now.connection());
        if (now.blocked()) {
            blocked.add(link);
        } else {
            blocked.remove(link);
        }
    }

    boolean isBlocked(Happening.ConnectionOpened connection) {
        return blocked.stream().anyMatch(each -> connection.equals(connections.get(each)));
    }

    void opened(Happening.ChannelOpened now) {
        waiting = null;
        channels.put(now.channel(),
                new ChannelPicture(now.node(), now.connection(), now.number(), now.channel(), 0, List.of(), false));
    }

    void closed(ChannelId channel) {
        waiting = null;
        channels.remove(channel);
        consumers.keySet().removeIf(each -> each.channel().equals(channel));
    }

    void confirms(Happening.ConfirmsSelected now) {
        waiting = null;
        channels.computeIfPresent(now.channel(),
                (id, was) -> new ChannelPicture(was.node(), was.connection(), was.number(), id,
                        now.from(), was.waitsFor(), was.flow()));
    }

    void flow(Happening.ChannelFlow now) {
        channels.computeIfPresent(now.channel(),
                (id, was) -> new ChannelPicture(was.node(), was.connection(), was.number(), id,
                        was.confirmsFrom(), was.waitsFor(), now.held()));
    }

    void waits(Happening.ChannelWaits now) {
        waiting = null;
        channels.computeIfPresent(now.channel(), (id, was) -> {
            List<QueueName> waitsFor = new ArrayList<>(was.waitsFor());
            waitsFor.remove(now.queue());
            if (now.waiting()) {
                waitsFor.add(now.queue());
            }
            return new ChannelPicture(was.node(), was.connection(), was.number(), id, was.confirmsFrom(),
                    List.copyOf(waitsFor), was.flow());
        });
    }

    void consumer(Happening.ConsumerAdded now) {
        consumers.put(new Subscription(now.channel(), now.tag()), now);
    }

    void consumer(Happening.ConsumerRemoved now) {
        consumers.remove(new Subscription(now.channel(), now.tag()));
    }

    void sent(QueueName queue, ReplicaId to, MessageSet messages) {
        copies.compute(new Route(queue, to), (route, was) -> (was == null ? Copies.NONE : was).send(messages));
    }

    void received(QueueName queue, ReplicaId to, MessageSet messages) {
        copies.compute(new Route(queue, to), (route, was) -> (was == null ? Copies.NONE : was).receive(messages));
    }

    /// Forgets what belonged to lives that are over; called when a node ended or started.
    void forgetEnded(NodeFold nodes) {
        connections.keySet().removeIf(each -> nodes.hasEnded(each.node(), each.incarnation()));
        blocked.removeIf(each -> nodes.hasEnded(each.node(), each.incarnation()));
        waiting = null;
        channels.keySet().removeIf(each -> nodes.hasEnded(each.node(), each.incarnation()));
        consumers.keySet().removeIf(each -> nodes.hasEnded(each.channel().node(), each.channel().incarnation()));
        copies.keySet().removeIf(each -> nodes.hasEnded(each.to().node(), each.to().incarnation()));
        copies.replaceAll((route, was) -> was.without(nodes));
        copies.values().removeIf(Copies.NONE::equals);
    }

    static MessageSet living(MessageSet messages, NodeFold nodes) {
        List<Interval> left = new ArrayList<>(messages.intervals().size());
        for (Interval each : messages.intervals()) {
            if (!nodes.hasEnded(each.channel().node(), each.channel().incarnation())) {
                left.add(each);
            }
        }
        return left.size() == messages.intervals().size() ? messages : MessageSet.of(left);
    }

    List<Happening.ConnectionOpened> connections(NodeFold nodes) {
        return connections.entrySet().stream()
                .filter(each -> nodes.isAlive(each.getKey().node(), each.getKey().incarnation()))
                .map(Map.Entry::getValue).toList();
    }

    List<ChannelPicture> channels(NodeFold nodes) {
        return channels.values().stream().filter(each -> nodes.isAlive(each.channel())).toList();
    }

    List<Happening.ConsumerAdded> consumers(NodeFold nodes) {
        return consumers.values().stream().filter(each -> nodes.isAlive(each.channel())).toList();
    }

    /// How many living channels wait for this queue.
    int waiting(QueueName queue, NodeFold nodes) {
        List<ChannelPicture> waits = waiting;
        if (waits == null) {
            waits = channels.values().stream().filter(each -> !each.waitsFor().isEmpty()).toList();
            waiting = waits;
        }
        int count = 0;
        for (ChannelPicture each : waits) {
            if (each.waitsFor().contains(queue) && nodes.isAlive(each.channel())) {
                count++;
            }
        }
        return count;
    }

    List<CopiesInFlight> copies(NodeFold nodes) {
        List<CopiesInFlight> all = new ArrayList<>();
        copies.forEach((route, each) -> add(route, each, nodes, all));
        return all;
    }

    List<CopiesInFlight> copies(QueueName queue, NodeFold nodes) {
        List<CopiesInFlight> all = new ArrayList<>();
        for (Map.Entry<Route, Copies> each : copies.tailMap(new Route(queue, FIRST)).entrySet()) {
            if (!each.getKey().queue().equals(queue)) {
                break;
            }
            add(each.getKey(), each.getValue(), nodes, all);
        }
        return all;
    }

    private static void add(Route route, Copies copies, NodeFold nodes, List<CopiesInFlight> out) {
        if (!copies.sent().isEmpty() && nodes.isAlive(route.to())) {
            byChannel(copies.sent()).forEach((channel, intervals) -> out
                    .add(new CopiesInFlight(route.queue(), channel, route.to(), MessageSet.of(intervals))));
        }
    }

    private static Map<ChannelId, List<Interval>> byChannel(MessageSet messages) {
        Map<ChannelId, List<Interval>> byChannel = new TreeMap<>();
        messages.intervals()
                .forEach(each -> byChannel.computeIfAbsent(each.channel(), _ -> new ArrayList<>()).add(each));
        return byChannel;
    }

    ClientFold copy() {
        ClientFold copy = new ClientFold();
        copy.connections.putAll(connections);
        copy.blocked.addAll(blocked);
        copy.channels.putAll(channels);
        copy.consumers.putAll(consumers);
        copy.copies.putAll(copies);
        return copy;
    }
}
