package mirrorlab.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The consumers of a queue's master, in turn. Who got a message goes to the end of the line of its priority; who has no
/// room leaves the line and joins its end when room is back. There are three kinds of room: the consumer's own prefetch, the
/// channel's deliveries that have not left for the socket, and what the channel gave under a limit shared by its consumers.
///
/// With a single active consumer the first is active until it ends; the next is the oldest of the highest priority.
public final class Consumers {
    private final QueueName queue;
    private final boolean singleActive;
    private final Map<Key, Line> lines = new LinkedHashMap<>();
    private final Turns turns = new Turns();
    private final Map<ChannelId, ChannelRoom> channels = new LinkedHashMap<>();
    private final Map<Long, Line> holders = new HashMap<>(); // by position; looked up, never walked through
    private final Set<ChannelRoom> lacking = new LinkedHashSet<>();
    private @Nullable Line active;

    private record Key(ChannelId channel, String tag) {}

    public Consumers(QueueName queue, boolean singleActive) {
        this.queue = queue;
        this.singleActive = singleActive;
    }

    // ---- who there is

    /// Adds a consumer at the end of the line.
    ///
    /// @return null when it was added, otherwise the error that closes the channel
    /// @throws IllegalArgumentException
    ///             when the channel has a consumer of this tag; the channel must refuse that before
    public QueueMessage.Answer.@Nullable Refused add(Consumer consumer, ChannelLimit limit) {
        Key key = new Key(consumer.channel(), consumer.tag());
        if (lines.containsKey(key)) {
            throw new IllegalArgumentException("consumer '" + consumer.tag() + "' is on channel " + consumer.channel()
                    + " already");
        }
        String problem = ConsumerArguments.problem(queue, consumer.arguments());
        if (problem != null) {
            return new QueueMessage.Answer.Refused(406, problem);
        }
        boolean isTaken = lines.values().stream().anyMatch(each -> each.consumer.exclusive());
        if (isTaken || (consumer.exclusive() && (singleActive || !lines.isEmpty()))) {
            return new QueueMessage.Answer.Refused(403, "ACCESS_REFUSED - " + queue + " in exclusive use");
        }
        ChannelRoom channel = channels.computeIfAbsent(consumer.channel(), ChannelRoom::new);
        channel.consumers++;
        channel.limit(limit);
        Line line = new Line(consumer, channel);
        lines.put(key, line);
        turns.add(line);
        if (singleActive && active == null) {
            active = line;
        }
        return null;
    }

    /// Ends one consumer. What it holds stays unsettled. Null when there was none.
    public @Nullable Consumer remove(ChannelId channel, String tag) {
        Line line = lines.remove(new Key(channel, tag));
        if (line == null) {
            return null;
        }
        turns.remove(line);
        line.channel.unpark(line);
        line.channel.consumers--;
        line.ended = true;
        if (line.equals(active)) {
            active = Turns.chosen(lines.values());
        }
        return line.consumer;
    }

    /// Ends all consumers of a channel, and forgets the channel.
    public List<Consumer> removeAll(ChannelId channel) {
        return removeIf(each -> each.equals(channel));
    }

    /// Ends all consumers whose channel is on a node.
    public List<Consumer> removeNode(NodeName node) {
        return removeIf(each -> each.node().equals(node));
    }

    private List<Consumer> removeIf(Predicate<ChannelId> isGone) {
        List<Consumer> removed = new ArrayList<>();
        for (Consumer each : list()) {
            if (isGone.test(each.channel())) {
                remove(each.channel(), each.tag());
                removed.add(each);
            }
        }
        holders.values().removeIf(each -> isGone.test(each.consumer.channel()));
        lacking.removeIf(each -> isGone.test(each.id));
        channels.keySet().removeIf(isGone);
        return removed;
    }

    /// In the order of subscription.
    public List<Consumer> list() {
        return lines.values().stream().map(each -> each.consumer).toList();
    }

    public int count() {
        return lines.size();
    }

    /// The single active one; null when there is none, and when all are active.
    public @Nullable Consumer active() {
        return active == null ? null : active.consumer;
    }

    /// How many consumers a channel has here.
    public int count(ChannelId channel) {
        ChannelRoom known = channels.get(channel);
        return known == null ? 0 : known.consumers;
    }

    // ---- whose turn it is

    /// Whose turn it is among those with room, now that there is a message; null when nobody has. A channel that would get
    /// the message if its shared limit left room is told by {@link #takeLacking}.
    public @Nullable Consumer next() {
        if (singleActive) {
            Line only = active;
            return only != null && only.hasRoom() && !isBlocked(only) ? only.consumer : null;
        }
        for (Line line = turns.first(); line != null; line = turns.first()) {
            if (!isBlocked(line)) {
                return line.consumer;
            }
            turns.remove(line);
            line.channel.park(line);
        }
        return null;
    }

    private boolean isBlocked(Line line) {
        if (line.channel.lacksRoom()) {
            lacking.add(line.channel);
        }
        return line.channel.isBlocked();
    }

    /// Tells that a consumer was sent the message at a position.
    public void delivered(Consumer consumer, long position) {
        Line line = lines.get(new Key(consumer.channel(), consumer.tag()));
        if (line == null) {
            return;
        }
        line.channel.delivered();
        if (!consumer.autoAck()) {
            line.unsettled++;
            holders.put(position, line);
        }
        turns.turned(line, line.hasRoom());
    }

    /// Tells that the message at a position was acknowledged, rejected or requeued; frees a place of who got it.
    /// Ignored when the position was not delivered to a consumer of this channel.
    public void settled(ChannelId channel, long position) {
        Line line = holders.get(position);
        if (line == null || !line.consumer.channel().equals(channel)) {
            return;
        }
        holders.remove(position);
        line.unsettled--;
        join(line);
    }

    private void join(Line line) {
        if (line.hasRoom() && !line.ended && !line.channel.isParked(line)) {
            turns.add(line);
        }
    }

    // ---- what channels have room for

    /// So many deliveries to a channel have left for its client's socket.
    public void written(ChannelId channel, int count) {
        change(channel, known -> known.written(count));
    }

    /// The channel's consumers share a limit from now on, or do not any more.
    public void limit(ChannelId channel, ChannelLimit limit) {
        change(channel, known -> known.limit(limit));
    }

    /// The channel gives room for so many deliveries.
    public void give(ChannelId channel, long generation, long count) {
        change(channel, known -> known.give(generation, count));
    }

    private void change(ChannelId channel, java.util.function.Consumer<ChannelRoom> how) {
        ChannelRoom known = channels.get(channel);
        if (known != null) {
            how.accept(known);
            known.unparked().forEach(this::join);
        }
    }

    /// Takes back what is left of the room that a channel gave.
    public long takeBack(ChannelId channel) {
        ChannelRoom known = channels.get(channel);
        return known == null ? 0 : known.takeBack();
    }

    /// Of the channel's shared limit; 0 when it has none.
    public long generation(ChannelId channel) {
        ChannelRoom known = channels.get(channel);
        return known == null || !known.limit().shared() ? 0 : known.limit().generation();
    }

    /// Whether the channel gave more than is needed now, so that what was wished for before need not come.
    public boolean hasEnough(ChannelId channel) {
        ChannelRoom known = channels.get(channel);
        return known != null && known.hasEnough();
    }

    /// A channel that would get more if it had room.
    public record Lack(ChannelId channel, long generation) {}

    /// Channels to be asked for room since the last call, each once until it answered.
    ///
    /// @param count how much each will be asked for
    public List<Lack> takeLacking(long count) {
        if (lacking.isEmpty()) {
            return List.of();
        }
        List<Lack> asked = new ArrayList<>();
        for (ChannelRoom each : lacking) {
            if (each.consumers > 0 && each.ask(count)) {
                asked.add(new Lack(each.id, each.limit().generation()));
            }
        }
        lacking.clear();
        return asked;
    }

    // ---- for others to look at

    /// One consumer as it stands.
    ///
    /// @param active it may get messages: all do, but for those that wait for a single active one to end
    /// @param unsent of its channel: deliveries of this queue that have not left for the socket, as far as told
    /// @param shared its channel has a limit for all its consumers
    /// @param room left of what the channel gave under it
    public record State(Consumer consumer, boolean active, int unsettled, int unsent, boolean shared, long room) {
        /// Only a shared limit keeps a message from it.
        public boolean waitsForRoom() {
            boolean hasOwnRoom = consumer.autoAck() || consumer.prefetch() == 0 || unsettled < consumer.prefetch();
            return active && hasOwnRoom && unsent < ChannelRoom.UNSENT_LIMIT && shared && room == 0;
        }

        /// A message that is ready would go to it.
        public boolean mayTake() {
            boolean hasOwnRoom = consumer.autoAck() || consumer.prefetch() == 0 || unsettled < consumer.prefetch();
            return active && hasOwnRoom && unsent < ChannelRoom.UNSENT_LIMIT && (!shared || room > 0);
        }
    }

    /// In the order of subscription.
    public List<State> states() {
        return lines.values().stream()
                .map(each -> new State(each.consumer, !singleActive || each.equals(active), each.unsettled,
                        each.channel.unsent(), each.channel.limit().shared(), each.channel.room()))
                .toList();
    }
}
