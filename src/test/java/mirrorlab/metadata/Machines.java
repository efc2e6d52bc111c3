package mirrorlab.metadata;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Metadata machines of several nodes and the pipes between them; a message moves when a test says so.
final class Machines {
    private final Map<NodeName, MetadataMachine> machines = new TreeMap<>();
    private final Map<NodeName, Long> lives = new TreeMap<>();
    private final Map<NodeName, Set<NodeName>> links = new TreeMap<>();
    private final Map<Pipe, ArrayDeque<MetadataMessage>> pipes = new LinkedHashMap<>();
    private final Map<NodeName, List<MetadataEffect>> told = new TreeMap<>();

    private record Pipe(NodeName from, NodeName to) {}

    static NodeName node(int number) {
        return new NodeName("rabbit" + number + "@localhost");
    }

    /// A new life, linked with all the others.
    MetadataMachine start(int number) {
        NodeName self = node(number);
        long life = lives.merge(self, 1L, Long::sum);
        links.put(self, new LinkedHashSet<>());
        told.put(self, new ArrayList<>());
        MetadataMachine machine = new MetadataMachine(self, life, new MetadataMachine.Links() {
            @Override
            public boolean isLinked(NodeName node, long incarnation) {
                return linksOf(self).contains(node) && Long.valueOf(incarnation).equals(life(node));
            }

            @Override
            public @Nullable Long life(NodeName node) {
                return linksOf(self).contains(node) ? lives.get(node) : null;
            }

            @Override
            public List<NodeName> linked() {
                return List.copyOf(linksOf(self));
            }
        });
        List.copyOf(machines.keySet()).forEach(each -> {
            linksOf(each).add(self);
            linksOf(self).add(each);
        });
        machines.put(self, machine);
        return machine;
    }

    private Set<NodeName> linksOf(NodeName node) {
        return links.getOrDefault(node, Set.of());
    }

    MetadataMachine of(int number) {
        MetadataMachine machine = machines.get(node(number));
        if (machine == null) {
            throw new IllegalStateException(node(number) + " does not run");
        }
        return machine;
    }

    /// Nodes 1 to `count` in one cluster; node 1 sequences.
    static Machines of(int first, int count) {
        Machines all = new Machines();
        all.start(first).bootAlone(null);
        for (int i = first + 1; i < first + count; i++) {
            all.start(i).join(node(first));
            all.settle();
        }
        return all;
    }

    /// The node dies; what it had sent still arrives, nobody has noticed yet.
    void kill(int number) {
        collect();
        machines.remove(node(number));
        links.remove(node(number));
    }

    /// One node learns of a death. What the dead had sent it and has not arrived is lost.
    void notice(int survivor, int dead) {
        collect();
        pipes.remove(new Pipe(node(dead), node(survivor)));
        linksOf(node(survivor)).remove(node(dead));
        of(survivor).peerDown(node(dead));
        collect();
    }

    private void collect() {
        machines.forEach((node, machine) -> {
            for (MetadataEffect each : machine.take()) {
                if (each instanceof MetadataEffect.Send(NodeName to, MetadataMessage message)) {
                    pipes.computeIfAbsent(new Pipe(node, to), unused -> new ArrayDeque<>()).add(message);
                } else {
                    told.computeIfAbsent(node, unused -> new ArrayList<>()).add(each);
                }
            }
        });
    }

    /// Everything under way from one node to another arrives.
    void deliver(int from, int to) {
        collect();
        ArrayDeque<MetadataMessage> pipe = pipes.remove(new Pipe(node(from), node(to)));
        MetadataMachine machine = machines.get(node(to));
        if (pipe != null && machine != null) {
            pipe.forEach(each -> machine.on(node(from), each));
        }
        collect();
    }

    /// Until nothing is under way.
    void settle() {
        collect();
        while (!pipes.isEmpty()) {
            Pipe next = pipes.keySet().iterator().next();
            ArrayDeque<MetadataMessage> messages = pipes.remove(next);
            MetadataMachine machine = machines.get(next.to());
            if (machine != null && messages != null) {
                messages.forEach(each -> machine.on(next.from(), each));
            }
            collect();
        }
    }

    /// What the node was told, without what it sent.
    List<MetadataEffect> told(int number) {
        return told.getOrDefault(node(number), List.of());
    }
}
