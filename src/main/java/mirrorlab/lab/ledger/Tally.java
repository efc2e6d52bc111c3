package mirrorlab.lab.ledger;

import java.util.List;
import java.util.TreeMap;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.Numbers;
import org.jspecify.annotations.Nullable;

/// A set of message ids that grows and shrinks: one change costs about as much as the change is large, and a copy shares
/// everything with its original.
final class Tally {
    /// None of them empty.
    private final TreeMap<ChannelId, Numbers> byChannel = new TreeMap<>();
    private @Nullable MessageSet set = MessageSet.EMPTY;

    Tally add(MessageSet more) {
        Interval single = single(more);
        if (single != null) {
            add(single);
            return this;
        }
        more.numbers().forEach((channel, its) -> byChannel.merge(channel, its, Numbers::union));
        set = more.isEmpty() ? set : null;
        return this;
    }

    /// Most sets that are told are one stretch.
    private static @Nullable Interval single(MessageSet some) {
        List<Interval> first = some.intervals(2);
        return first.size() == 1 ? first.getFirst() : null;
    }

    private void add(Interval more) {
        Numbers before = byChannel.getOrDefault(more.channel(), Numbers.EMPTY);
        Numbers now = before.with(more.first(), more.last());
        if (now.count() > before.count()) {
            byChannel.put(more.channel(), now);
            set = null;
        }
    }

    void remove(MessageSet less) {
        Interval single = single(less);
        if (single != null && !touches(single)) {
            return;
        }
        less.numbers().forEach((channel, its) -> {
            Numbers mine = byChannel.get(channel);
            if (mine != null) {
                Numbers left = mine.minus(its);
                if (left.isEmpty()) {
                    byChannel.remove(channel);
                } else {
                    byChannel.put(channel, left);
                }
                set = null;
            }
        });
    }

    void replace(MessageSet with) {
        byChannel.clear();
        byChannel.putAll(with.numbers());
        set = with;
    }

    boolean sharesChannel(MessageSet some) {
        return some.channels().stream().anyMatch(byChannel::containsKey);
    }

    /// What of these is in the tally.
    MessageSet among(MessageSet some) {
        Interval single = single(some);
        if (single != null && !touches(single)) {
            return MessageSet.EMPTY;
        }
        if (single != null && byChannel.getOrDefault(single.channel(), Numbers.EMPTY).covers(single.first(),
                single.last())) {
            return some;
        }
        TreeMap<ChannelId, Numbers> found = new TreeMap<>();
        some.numbers().forEach((channel, its) -> {
            Numbers mine = byChannel.get(channel);
            Numbers both = mine == null ? Numbers.EMPTY : its.intersection(mine);
            if (!both.isEmpty()) {
                found.put(channel, both);
            }
        });
        return MessageSet.of(found);
    }

    private boolean touches(Interval some) {
        Numbers its = byChannel.get(some.channel());
        return its != null && its.touches(some.first(), some.last());
    }

    MessageSet set() {
        MessageSet now = set;
        if (now == null) {
            now = MessageSet.of(byChannel);
            set = now;
        }
        return now;
    }

    Tally copy() {
        Tally copy = new Tally();
        copy.byChannel.putAll(byChannel);
        copy.set = set;
        return copy;
    }
}
