package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import mirrorlab.broker.AdminReply.ConnectionView;
import mirrorlab.vocabulary.NodeName;

/// Lists and counts the connections of the whole cluster and closes them: each node is asked for its own.
final class ConnectionLists {
    /// What a frozen node has is left out after this long.
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(5);
    private final Broker broker;
    private final Map<Long, Listing> listings = new LinkedHashMap<>();
    private final Map<Long, NodeName> closings = new LinkedHashMap<>();

    /// @param answer made of all connections
    private record Listing(Set<NodeName> open, List<ConnectionView> told,
            Function<List<ConnectionView>, AdminReply> answer) {}

    ConnectionLists(Broker broker) {
        this.broker = broker;
    }

    void on(long request, AdminCommand.OfClients command) {
        switch (command) {
            case AdminCommand.ListConnections() -> list(request, AdminReply.Connections::new);
            case AdminCommand.CloseConnection(NodeName node, long connection, String reason) -> {
                closings.put(request, node);
                AdminMessage.CloseConnection message = new AdminMessage.CloseConnection(request, connection, reason);
                if (node.equals(broker.self())) {
                    closed(request, broker.started().clients().force(connection, reason));
                } else if (broker.peers.link(node) == null) {
                    closed(request, false);
                } else {
                    broker.send(node, message);
                    setTimer(request);
                }
            }
        }
    }

    /// Answers by the connections of the cluster, or at once by none when they need not be counted.
    void count(long request, boolean isCounted, Function<List<ConnectionView>, AdminReply> answer) {
        if (isCounted) {
            list(request, answer);
        } else {
            answer(request, answer.apply(List.of()));
        }
    }

    private void list(long request, Function<List<ConnectionView>, AdminReply> answer) {
        Set<NodeName> open = new LinkedHashSet<>();
        for (NodeName each : broker.state().running()) {
            if (!each.equals(broker.self()) && broker.peers.link(each) != null) {
                open.add(each);
            }
        }
        Listing listing = new Listing(open, new ArrayList<>(own()), answer);
        if (open.isEmpty()) {
            tell(request, listing);
        } else {
            listings.put(request, listing);
            setTimer(request);
            open.forEach(each -> broker.send(each, new AdminMessage.AskConnections(request)));
        }
    }

    private List<ConnectionView> own() {
        return broker.connections.all(broker.started().clients()::channels);
    }

    void asked(NodeName from, long request) {
        broker.send(from, new AdminMessage.ToldConnections(request, own()));
    }

    void told(NodeName from, AdminMessage.ToldConnections told) {
        Listing listing = listings.get(told.request());
        if (listing != null) {
            listing.told().addAll(told.connections());
            finish(told.request(), listing, from);
        }
    }

    private void finish(long request, Listing listing, NodeName node) {
        if (listing.open().remove(node) && listing.open().isEmpty()) {
            listings.remove(request);
            cancelTimer(request);
            tell(request, listing);
        }
    }

    private void tell(long request, Listing listing) {
        listing.told().sort(Comparator.comparing(ConnectionView::node).thenComparingLong(ConnectionView::connection));
        answer(request, listing.answer().apply(List.copyOf(listing.told())));
    }

    void close(NodeName from, AdminMessage.CloseConnection message) {
        boolean known = broker.started().clients().force(message.connection(), message.reason());
        broker.send(from, new AdminMessage.ConnectionClosed(message.request(), known));
    }

    void closed(long request, boolean known) {
        if (closings.remove(request) != null) {
            cancelTimer(request);
            answer(request, known ? new AdminReply.Done("") : new AdminReply.Refused("not_found", "Not Found"));
        }
    }

    void timer(long request) {
        Listing listing = listings.remove(request);
        if (listing != null) {
            tell(request, listing);
        }
        NodeName asked = closings.remove(request);
        if (asked != null) {
            answer(request, new AdminReply.Refused("timeout", "node " + asked + " does not answer"));
        }
    }

    void nodeGone(NodeName node) {
        for (Map.Entry<Long, Listing> each : List.copyOf(listings.entrySet())) {
            finish(each.getKey(), each.getValue(), node);
        }
        for (Map.Entry<Long, NodeName> each : List.copyOf(closings.entrySet())) {
            if (each.getValue().equals(node)) {
                closed(each.getKey(), false); // its connections went with it
            }
        }
    }

    private void setTimer(long request) {
        broker.effects.add(new Effect.SetTimer("administration/" + request, TOLD_WITHIN));
    }

    private void cancelTimer(long request) {
        broker.effects.add(new Effect.CancelTimer("administration/" + request));
    }

    private void answer(long request, AdminReply reply) {
        broker.effects.add(new Effect.Answer(request, reply));
    }
}
