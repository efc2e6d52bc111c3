package mirrorlab.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The consumers of a queue's master, in turn. Who got a message goes to the end of the line; who has no room leaves
/// the line and joins its end when room is back.
public final class Consumers {
    private final QueueName queue;
    private final Map<Key, Line> lines = new LinkedHashMap<>();
    private final Collection<Line> open = new LinkedHashSet<>(); // those with room, whose turn is next first
    private final Map<Long, Line> holders = new HashMap<>(); // by position; looked up, never walked through

    private record Key(ChannelId channel, String tag) {}

    private static final class Line {
        private final Consumer consumer;
        private int unsettled;
        private boolean ended;

        Line(Consumer consumer) {
            this.consumer = consumer;
        }

        boolean hasRoom() {
            return consumer.autoAck() || consumer.prefetch() == 0 || unsettled < consumer.prefetch();
        }
    }

    public Consumers(QueueName queue) {
        this.queue = queue;
    }

    /// Adds a consumer at the end of the line.
    ///
    /// @return null when it was added, otherwise RabbitMQ's text of the 403 that closes the channel
    /// @throws IllegalArgumentException
    ///             when the channel has a consumer of this tag; the channel must refuse that before
    public @Nullable String add(Consumer consumer) {
        Key key = new Key(consumer.channel(), consumer.tag());
        if (lines.containsKey(key)) {
            throw new IllegalArgumentException("consumer '" + consumer.tag() + "' is on channel " + consumer.channel()
                    + " already");
        }
        boolean isTaken = lines.values().stream().anyMatch(each -> each.consumer.exclusive());
        if (isTaken || (consumer.exclusive() && !lines.isEmpty())) {
            return "ACCESS_REFUSED - " + queue + " in exclusive use";
        }
        Line line = new Line(consumer);
        lines.put(key, line);
        open.add(line);
        return null;
    }

    /// Ends one consumer. What it holds stays unsettled. Null when there was none.
    public @Nullable Consumer remove(ChannelId channel, String tag) {
        Line line = lines.remove(new Key(channel, tag));
        if (line == null) {
            return null;
        }
        open.remove(line);
        line.ended = true;
        return line.consumer;
    }

    /// Ends all consumers of a channel.
    public List<Consumer> removeAll(ChannelId channel) {
        return removeIf(each -> each.channel().equals(channel));
    }

    /// Ends all consumers whose channel is on a node.
    public List<Consumer> removeNode(NodeName node) {
        return removeIf(each -> each.channel().node().equals(node));
    }

    /// Whose turn it is among those with room; null when nobody has. Asking changes nothing.
    public @Nullable Consumer next() {
        return open.isEmpty() ? null : open.iterator().next().consumer;
    }

    /// Tells that a consumer was sent the message at a position.
    public void delivered(Consumer consumer, long position) {
        Line line = lines.get(new Key(consumer.channel(), consumer.tag()));
        if (line == null) {
            return;
        }
        open.remove(line);
        if (!consumer.autoAck()) {
            line.unsettled++;
            holders.put(position, line);
        }
        if (line.hasRoom()) {
            open.add(line);
        }
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
        if (line.hasRoom() && !line.ended) {
            open.add(line);
        }
    }

    /// In the order of subscription.
    public List<Consumer> list() {
        return lines.values().stream().map(each -> each.consumer).toList();
    }

    public int count() {
        return lines.size();
    }

    private List<Consumer> removeIf(Predicate<Consumer> isGone) {
        List<Consumer> removed = new ArrayList<>();
        for (Consumer each : list()) {
            if (isGone.test(each)) {
                remove(each.channel(), each.tag());
                removed.add(each);
            }
        }
        holders.values().removeIf(each -> isGone.test(each.consumer));
        return removed;
    }
}
