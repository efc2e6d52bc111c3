package mirrorlab.broker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Which masters move where, one after the other, so that no running node leads more than its share (F-33). Pure; whoever uses
/// it moves the queue of each turn and says what came of it.
///
/// As `rabbit_amqqueue:rebalance`: a node's share is the number of mirrored queues divided by the number of running nodes,
/// rounded up. From the first node (by name) that leads more, its queue with the fewest messages that has not had its turn
/// moves to the node of one of its mirrors that leads fewest, synchronised or not. A queue has one turn.
public final class Rebalancing {
    private final Map<NodeName, List<Standing>> byNode = new TreeMap<>();
    private final int share;

    /// @param mirrors nodes of its living mirrors, eldest first
    public record Candidate(QueueName queue, NodeName master, List<NodeName> mirrors, long messages) {
        public Candidate {
            mirrors = List.copyOf(mirrors);
        }
    }

    public record Move(QueueName queue, NodeName from, NodeName to) {}

    private record Standing(Candidate candidate, boolean hadItsTurn) {}

    public Rebalancing(List<Candidate> candidates, List<NodeName> running) {
        running.forEach(each -> byNode.put(each, new ArrayList<>()));
        candidates.stream().sorted(Comparator.comparingLong(Candidate::messages).thenComparing(Candidate::queue))
                .forEach(each -> led(each.master()).add(new Standing(each, false)));
        share = running.isEmpty() ? candidates.size() : Math.ceilDiv(candidates.size(), running.size());
    }

    private List<Standing> led(NodeName node) {
        return byNode.computeIfAbsent(node, unused -> new ArrayList<>());
    }

    /// The next move; empty when none is left. A queue without mirrors elsewhere has had its turn.
    public Optional<Move> next() {
        for (Map.Entry<NodeName, List<Standing>> each : byNode.entrySet()) {
            List<Standing> led = each.getValue();
            while (led.size() > share && !led.getFirst().hadItsTurn) {
                Candidate first = led.getFirst().candidate;
                Optional<NodeName> to = first.mirrors.stream().filter(node -> !node.equals(each.getKey()))
                        .min(Comparator.comparingInt(node -> byNode.getOrDefault(node, List.of()).size()));
                if (to.isPresent()) {
                    return Optional.of(new Move(first.queue, each.getKey(), to.get()));
                }
                led.add(new Standing(led.removeFirst().candidate, true));
            }
        }
        return Optional.empty();
    }

    /// What came of the move that {@link #next} said last.
    public void turn(Move move, boolean moved) {
        List<Standing> from = led(move.from);
        Candidate candidate = from.removeFirst().candidate;
        led(moved ? move.to : move.from).add(new Standing(candidate, true));
    }

    /// How many mirrored queues each node leads, by name of the node; nodes that lead none included.
    public Map<NodeName, Integer> masters() {
        Map<NodeName, Integer> masters = new TreeMap<>();
        byNode.forEach((node, led) -> masters.put(node, led.size()));
        return Collections.unmodifiableMap(masters);
    }
}
