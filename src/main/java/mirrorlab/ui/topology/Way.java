package mirrorlab.ui.topology;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The lines along which a publish went, hop by hop.
///
/// @param hops lines of one hop are run along at one time; none when it left no exchange
/// @param end the exchange that had no queue for it; null when it came to some queue
public record Way(List<List<Edge>> hops, @org.jspecify.annotations.Nullable Spot end) {

    boolean isEmpty() {
        return hops.isEmpty() && end == null;
    }

    boolean runsAlong(Edge edge) {
        return hops.stream().anyMatch(each -> each.contains(edge));
    }

    /// @param through the exchanges that it passed, the first one first
    /// @param to queues; none: unroutable
    static Way of(TopologyModel model, List<String> through, List<String> to) {
        List<List<Edge>> hops = new ArrayList<>();
        Set<Spot> reached = new LinkedHashSet<>();
        List<Spot> front = through.isEmpty() ? List.of() : List.of(Spot.exchange(through.getFirst()));
        while (!front.isEmpty()) {
            reached.addAll(front);
            List<Spot> from = front;
            List<Edge> hop = model.edges().stream()
                    .filter(each -> from.contains(each.from()) && !reached.contains(each.to()))
                    .filter(each -> each.kind() == Edge.Kind.BINDING || each.kind() == Edge.Kind.ALTERNATE)
                    .filter(each -> (each.to().isQueue() ? to : through).contains(each.to().name())).toList();
            if (!hop.isEmpty()) {
                hops.add(hop);
            }
            front = hop.stream().map(Edge::to).filter(each -> !each.isQueue()).distinct().toList();
        }
        Spot last = Spot.exchange(through.isEmpty() ? "" : through.getLast());
        return new Way(List.copyOf(hops), to.isEmpty() ? last : null);
    }

    /// From the default exchange straight to the queue that the key names.
    static Way byName(TopologyModel model, String queue) {
        return of(model, List.of(new Edge(Spot.exchange(""), Spot.queue(queue), Edge.Kind.DEFAULT, List.of())));
    }

    /// From a queue over its dead-letter exchange; what lies beyond a second exchange is not told.
    static Way ofDeadLetters(TopologyModel model, String queue, List<String> to) {
        List<Edge> out = model.edges().stream()
                .filter(each -> each.kind() == Edge.Kind.DEAD_LETTER && each.from().equals(Spot.queue(queue))).toList();
        if (out.isEmpty()) {
            return new Way(List.of(), null);
        }
        Spot exchange = out.getFirst().to();
        List<Edge> in = model.edges().stream().filter(each -> each.from().equals(exchange))
                .filter(each -> each.to().isQueue() && to.contains(each.to().name())).toList();
        return new Way(in.isEmpty() ? List.of(out) : List.of(out, in), to.isEmpty() ? exchange : null);
    }

    private static Way of(TopologyModel model, List<Edge> hop) {
        List<Edge> there = hop.stream().filter(model.edges()::contains).toList();
        return new Way(there.isEmpty() ? List.of() : List.of(there), null);
    }
}
