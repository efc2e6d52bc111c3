package mirrorlab.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;

/// The ways between nodes: what each node says of its peers, and what the lab did to the wires. A node's word counts while that
/// life of it lasts; a fault ends with the life of the node that sends.
final class LinkFold {
    private final Map<Way, Seen> seen = new TreeMap<>();
    private final Map<Way, Happening.LinkDisturbed> faults = new TreeMap<>();

    private record Way(NodeName from, NodeName to) implements Comparable<Way> {
        @Override
        public int compareTo(Way other) {
            int byFrom = from.compareTo(other.from);
            return byFrom != 0 ? byFrom : to.compareTo(other.to);
        }
    }

    /// @param life
    ///            incarnation of the node that says it
    private record Seen(long life, boolean up, boolean suspected) {}

    void seen(NodeName at, NodeName peer, long life, boolean up, boolean suspected) {
        Way way = new Way(peer, at);
        Seen before = seen.get(way);
        if (before == null || before.life <= life) {
            seen.put(way, new Seen(life, up, suspected));
        }
    }

    /// Of a link that has ended nothing more is said.
    void suspected(Happening.PeerSuspected now, long life) {
        Seen before = seen.get(new Way(now.peer(), now.node()));
        if (before != null && before.life == life && before.up) {
            seen(now.node(), now.peer(), life, true, now.missing());
        }
    }

    void disturbed(Happening.LinkDisturbed now) {
        Way way = new Way(now.from(), now.to());
        if (now.delayMillis() == 0 && now.lossPercent() == 0) {
            faults.remove(way);
        } else {
            faults.put(way, now);
        }
    }

    void ended(NodeName node) {
        faults.keySet().removeIf(each -> each.from.equals(node));
    }

    /// Both ways between every two nodes that the lab knows, in order of sender and receiver.
    List<LinkPicture> all(NodeFold nodes) {
        List<NodeName> names = nodes.all().stream().map(NodePicture::name).toList();
        List<LinkPicture> all = new ArrayList<>();
        for (NodeName from : names) {
            for (NodeName to : names) {
                if (!from.equals(to)) {
                    all.add(picture(new Way(from, to), nodes));
                }
            }
        }
        return all;
    }

    private LinkPicture picture(Way way, NodeFold nodes) {
        Seen say = seen.get(way);
        NodePicture from = nodes.get(way.from);
        boolean up = say != null && say.up && nodes.isAlive(way.to, say.life) && from != null && from.isAlive();
        Happening.LinkDisturbed fault = faults.get(way);
        return new LinkPicture(way.from, way.to, up, up && say != null && say.suspected,
                fault == null ? 0 : fault.delayMillis(), fault == null ? 0 : fault.lossPercent());
    }

    LinkFold copy() {
        LinkFold copy = new LinkFold();
        copy.seen.putAll(seen);
        copy.faults.putAll(faults);
        return copy;
    }
}
