package mirrorlab.channel;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import mirrorlab.queue.ChannelLimit;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The limit that all consumers of a channel share (basic.qos with `global`), like RabbitMQ's limiter: what is delivered and
/// not settled, together with the room that masters were given and have not used, is never more.
///
/// Room goes to the masters that ask for it, in turns; what nobody asks for, lies with a master in advance and is called back
/// when another one needs it. A master that is gone takes nothing with it.
final class SharedLimit {
    private final ChannelOutput out;
    private final Deliveries deliveries;
    private final Map<ReplicaId, Long> given = new LinkedHashMap<>();
    /// Who waits longest first.
    private final Map<ReplicaId, Long> wanted = new LinkedHashMap<>();
    private final Set<ReplicaId> recalled = new LinkedHashSet<>();
    /// Told of the limit, and what they sent before is still on its way.
    private final Set<ReplicaId> unaware = new LinkedHashSet<>();
    private ChannelLimit limit = ChannelLimit.NONE;
    private @Nullable ReplicaId busiest;
    private int most;

    SharedLimit(ChannelOutput out, Deliveries deliveries) {
        this.out = out;
        this.deliveries = deliveries;
    }

    /// As a consumer's new master has to know it.
    ChannelLimit limit() {
        return limit;
    }

    /// How many deliveries, 0 without a limit.
    int most() {
        return most;
    }

    /// @param count 0 lifts it
    /// @param masters that deliver to this channel
    void set(int count, Set<ReplicaId> masters) {
        most = count;
        if (limit.shared() == (count > 0)) {
            return;
        }
        limit = new ChannelLimit(limit.generation() + 1, count > 0);
        given.clear();
        wanted.clear();
        recalled.clear();
        unaware.clear();
        if (count > 0) {
            unaware.addAll(masters);
        }
        masters.forEach(each -> out.send(new QueueMessage.Limited(each, out.id, limit)));
    }

    /// A delivery came, whether the client gets it or not.
    void arrived(ReplicaId by) {
        busiest = by;
        if (!unaware.contains(by)) {
            take(by, 1);
        }
    }

    void on(QueueMessage.RoomWanted wish) {
        if (wish.generation() == limit.generation() && wish.count() > 0) {
            wanted.put(wish.by(), wish.count());
        } else if (wish.generation() == limit.generation()) {
            wanted.remove(wish.by());
        }
    }

    void on(QueueMessage.RoomReturned back) {
        if (back.generation() == limit.generation() && !unaware.remove(back.by())) {
            recalled.remove(back.by());
            take(back.by(), back.count());
        }
    }

    void gone(ReplicaId master) {
        given.remove(master);
        wanted.remove(master);
        recalled.remove(master);
        unaware.remove(master);
    }

    private void take(ReplicaId master, long count) {
        given.computeIfPresent(master, (unused, had) -> had > count ? had - count : null);
    }

    /// Gives what is free, and calls back what lies idle.
    ///
    /// @param masters that deliver to this channel
    void distribute(Set<ReplicaId> masters) {
        if (!limit.shared()) {
            return;
        }
        wanted.keySet().retainAll(masters);
        long free = most - deliveries.toConsumers() - given.values().stream().mapToLong(Long::longValue).sum();
        Map<ReplicaId, Long> gifts = new LinkedHashMap<>();
        free = giveWanted(free, gifts);
        giveInAdvance(free, masters, gifts);
        gifts.forEach((master, count) -> {
            given.merge(master, count, Long::sum);
            out.send(new QueueMessage.Room(master, out.id, limit.generation(), count));
        });
        if (!wanted.isEmpty() || free < 0) {
            recall();
        }
    }

    private long giveWanted(long free, Map<ReplicaId, Long> gifts) {
        long left = free;
        while (left > 0 && !wanted.isEmpty()) {
            Map.Entry<ReplicaId, Long> first = wanted.entrySet().iterator().next();
            ReplicaId master = first.getKey();
            long wish = first.getValue();
            long gift = Math.min(wish, Math.max(1, left / wanted.size()));
            wanted.remove(master); // the rest of its wish waits behind the others
            if (wish > gift) {
                wanted.put(master, wish - gift);
            }
            gifts.merge(master, gift, Long::sum);
            left -= gift;
        }
        return left;
    }

    /// In equal parts; what cannot be divided goes to who delivered last.
    private void giveInAdvance(long free, Set<ReplicaId> masters, Map<ReplicaId, Long> gifts) {
        if (free <= 0 || masters.isEmpty()) {
            return;
        }
        ReplicaId favourite = busiest != null && masters.contains(busiest) ? busiest : masters.iterator().next();
        long share = free / masters.size();
        for (ReplicaId each : masters) {
            long gift = each.equals(favourite) ? free - share * (masters.size() - 1) : share;
            if (gift > 0) {
                gifts.merge(each, gift, Long::sum);
            }
        }
    }

    /// From those that do not wait for more themselves; each is asked once until it answers.
    private void recall() {
        for (ReplicaId each : given.keySet()) {
            if (!wanted.containsKey(each) && recalled.add(each)) {
                out.send(new QueueMessage.RecallRoom(each, out.id, limit.generation()));
            }
        }
    }
}
