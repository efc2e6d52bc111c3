package mirrorlab.broker;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.metadata.MetadataMachine;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// With which lives of which nodes this node is linked, which it will not speak to again, and which replicas are known to be
/// over.
final class Peers implements MetadataMachine.Links {
    private final Map<NodeName, Link> links = new LinkedHashMap<>();
    private final Set<Life> fenced = new LinkedHashSet<>();
    private final Set<Life> leftOut = new LinkedHashSet<>();
    private final Set<ReplicaId> ended = new LinkedHashSet<>();

    record Link(long number, long incarnation) {}

    private record Life(NodeName node, long incarnation) {}

    /// @return false when that life was seen going down: both sides went on without each other, and only a restart repairs
    ///         that
    boolean up(NodeName peer, long incarnation, long link) {
        if (fenced.contains(new Life(peer, incarnation))) {
            return false;
        }
        links.put(peer, new Link(link, incarnation));
        return true;
    }

    /// @return the link that ended, null when it was not the present one
    @Nullable
    Link down(NodeName peer, long link) {
        Link present = links.get(peer);
        if (present == null || present.number() != link) {
            return null;
        }
        links.remove(peer);
        leftOut.remove(new Life(peer, present.incarnation()));
        ended.removeIf(each -> each.node().equals(peer) && each.incarnation() == present.incarnation());
        return present;
    }

    void fence(NodeName peer, long incarnation) {
        fenced.add(new Life(peer, incarnation));
    }

    /// A dying sequencer said that it was gone, and here it is.
    void leftOut(NodeName node, long incarnation) {
        if (isLinked(node, incarnation)) {
            leftOut.add(new Life(node, incarnation));
        }
    }

    /// @return whether it had been left out
    boolean takenBack(NodeName node, long incarnation) {
        return leftOut.remove(new Life(node, incarnation));
    }

    @Nullable
    Link link(NodeName peer) {
        return links.get(peer);
    }

    @Override
    public boolean isLinked(NodeName node, long incarnation) {
        Link link = links.get(node);
        return link != null && link.incarnation() == incarnation;
    }

    @Override
    public @Nullable Long life(NodeName node) {
        Link link = links.get(node);
        return link == null ? null : link.incarnation();
    }

    @Override
    public List<NodeName> linked() {
        return List.copyOf(links.keySet());
    }

    /// @return true when this is news
    boolean replicaEnded(ReplicaId replica) {
        return ended.add(replica);
    }

    boolean isAlive(ReplicaId replica) {
        return isLinked(replica.node(), replica.incarnation()) && !ended.contains(replica);
    }
}
