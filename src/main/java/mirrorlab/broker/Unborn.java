package mirrorlab.broker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.ReplicaId;

/// Masters that are proposed here and not applied yet. Another node may know of one before, and what it sends waits.
final class Unborn {
    private final Map<ReplicaId, List<Early>> waiting = new LinkedHashMap<>();

    record Early(NodeName from, PeerMessage message) {}

    void expect(ReplicaId master) {
        waiting.put(master, new ArrayList<>());
    }

    /// @return false when no such master is expected
    boolean keep(ReplicaId master, NodeName from, PeerMessage message) {
        List<Early> its = waiting.get(master);
        return its != null && its.add(new Early(from, message));
    }

    /// What came for it, or for one that did not become master; forgets it.
    List<Early> born(ReplicaId master) {
        List<Early> its = waiting.remove(master);
        return its == null ? List.of() : its;
    }

    /// What waits is followed by the end of the channels that sent it (F-37).
    void channelsGone(NodeName peer) {
        waiting.forEach((master, its) -> {
            Set<ChannelId> channels = new LinkedHashSet<>();
            for (Early each : its) {
                ChannelId channel = each.from().equals(peer)
                        && each.message() instanceof QueueMessage.ToReplica toReplica ? toReplica.sender() : null;
                if (channel != null) {
                    channels.add(channel);
                }
            }
            channels.forEach(each -> its.add(new Early(peer, new QueueMessage.ChannelGone(master, each))));
        });
    }
}
