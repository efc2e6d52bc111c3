package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.mirror.Replica;
import mirrorlab.queue.Standing;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.MessageId;
import org.jspecify.annotations.Nullable;

/// What one replica held at one moment, in queue order.
record Holdings(List<MessageId> ids, List<Long> positions, BitSet unacknowledged) {
    static final Holdings NONE = new Holdings(List.of(), List.of(), new BitSet());

    static Holdings of(Replica replica) {
        List<MessageId> ids = new ArrayList<>();
        List<Long> positions = new ArrayList<>();
        BitSet unacknowledged = new BitSet();
        Iterator<Standing> all = replica.contents();
        while (all.hasNext()) {
            Standing each = all.next();
            unacknowledged.set(ids.size(), each.unacknowledged());
            ids.add(each.held().message().id());
            positions.add(each.held().position());
        }
        return new Holdings(ids, positions, unacknowledged);
    }

    int size() {
        return ids.size();
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    Set<MessageId> set() {
        return new HashSet<>(ids);
    }

    boolean isReady(MessageId id) {
        int index = ids.indexOf(id);
        return index >= 0 && !unacknowledged.get(index);
    }

    List<MessageId> without(Holdings other) {
        if (ids.equals(other.ids)) {
            return List.of();
        }
        Set<MessageId> left = other.set();
        return ids.stream().filter(each -> !left.contains(each)).toList();
    }

    @Nullable
    Long positionOf(MessageId id) {
        int index = ids.indexOf(id);
        return index < 0 ? null : positions.get(index);
    }

    /// Each channel's messages in the order they were published (P-28), so none twice (F-14); what a master has handed out has a
    /// holder.
    void check(Replica replica) {
        Map<ChannelId, Long> newest = new HashMap<>();
        boolean master = replica.isMaster();
        for (int i = 0; i < ids.size(); i++) {
            MessageId id = ids.get(i);
            Long before = newest.put(id.channel(), id.sequence());
            if (before != null && before >= id.sequence()) {
                throw new InvariantBroken(replica.queue() + " at " + replica.id() + ": " + id + " stands after number "
                        + before + " of its channel (P-28, F-14)");
            }
            if (master && unacknowledged.get(i) && replica.holderOf(positions.get(i)) == null) {
                throw new InvariantBroken(replica.queue() + " at " + replica.id() + ": " + id
                        + " is unacknowledged and nobody holds it");
            }
        }
    }

    /// The same messages at the end, ready where the other has them ready (P-16).
    boolean isSuffixOf(Holdings longer) {
        int skip = longer.size() - size();
        if (skip < 0 || !longer.ids.subList(skip, longer.size()).equals(ids)) {
            return false;
        }
        return longer.unacknowledged.get(skip, longer.size()).equals(unacknowledged.get(0, size()));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < ids.size(); i++) {
            MessageId id = ids.get(i);
            text.append(i == 0 ? "" : " ").append(id.channel().node().shortName()).append('.')
                    .append(id.channel().incarnation()).append('.').append(id.channel().serial()).append('#')
                    .append(id.sequence()).append(unacknowledged.get(i) ? "u" : "");
        }
        return text.append(']').toString();
    }
}
