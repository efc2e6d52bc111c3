package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.mirror.ClusterStanding;
import mirrorlab.mirror.QueueStanding;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaStanding;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;

/// Collects how all replicas of the cluster stand, for forecasts: each node is asked for its own.
final class Standings {
    /// Forecasts do without a frozen node's replicas after this long.
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(5);
    private final Broker broker;
    private final Map<Long, Listing> listings = new LinkedHashMap<>();

    private record Listing(Set<NodeName> open, Map<QueueName, List<ReplicaStanding>> told) {}

    Standings(Broker broker) {
        this.broker = broker;
    }

    void list(long request) {
        Set<NodeName> open = new LinkedHashSet<>();
        for (NodeName each : broker.running()) {
            if (!each.equals(broker.self())) {
                open.add(each);
            }
        }
        Listing listing = new Listing(open, new LinkedHashMap<>());
        own().forEach(each -> add(listing, each));
        if (open.isEmpty()) {
            tell(request, listing);
        } else {
            listings.put(request, listing);
            broker.effects.add(new Effect.SetTimer("administration/" + request, TOLD_WITHIN));
            open.forEach(each -> broker.send(each, new AdminMessage.AskStandings(request)));
        }
    }

    private List<AdminMessage.Standing> own() {
        List<AdminMessage.Standing> own = new ArrayList<>();
        for (Replica each : broker.replicas.all()) {
            if (!each.hasEnded()) {
                own.add(new AdminMessage.Standing(each.queue(), each.standing()));
            }
        }
        return own;
    }

    private static void add(Listing listing, AdminMessage.Standing standing) {
        listing.told().computeIfAbsent(standing.queue(), unused -> new ArrayList<>()).add(standing.replica());
    }

    void asked(NodeName from, long request) {
        broker.send(from, new AdminMessage.ToldStandings(request, own()));
    }

    void told(NodeName from, AdminMessage.ToldStandings told) {
        Listing listing = listings.get(told.request());
        if (listing != null) {
            told.replicas().forEach(each -> add(listing, each));
            finish(told.request(), listing, from);
        }
    }

    void nodeGone(NodeName node) {
        for (Map.Entry<Long, Listing> each : List.copyOf(listings.entrySet())) {
            finish(each.getKey(), each.getValue(), node);
        }
    }

    private void finish(long request, Listing listing, NodeName node) {
        if (listing.open().remove(node) && listing.open().isEmpty()) {
            listings.remove(request);
            broker.effects.add(new Effect.CancelTimer("administration/" + request));
            tell(request, listing);
        }
    }

    void timer(long request) {
        Listing listing = listings.remove(request);
        if (listing != null) {
            tell(request, listing);
        }
    }

    private void tell(long request, Listing listing) {
        Map<NodeName, Long> running = new LinkedHashMap<>();
        for (NodeName each : broker.running()) {
            Long incarnation = broker.state().incarnation(each);
            if (incarnation != null) {
                running.put(each, incarnation);
            }
        }
        List<QueueStanding> queues = new ArrayList<>();
        for (QueueRecord each : broker.state().queues()) {
            queues.add(new QueueStanding(each, broker.replicas.mirroring(each),
                    List.copyOf(listing.told().getOrDefault(each.queue(), List.of()))));
        }
        broker.effects.add(new Effect.Answer(request, new AdminReply.Standing(new ClusterStanding(running,
                List.copyOf(listing.open()), queues))));
    }
}
