package mirrorlab.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.broker.AdminReply.ChannelView;
import mirrorlab.broker.AdminReply.ConnectionView;
import mirrorlab.broker.AdminReply.ConsumerView;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;

/// The connections of this node as lists show them: a fold of what the node tells its journal of its clients.
final class OpenConnections {
    private final Map<Long, ConnectionView> connections = new TreeMap<>();
    private final Map<ChannelId, Place> channels = new TreeMap<>();

    private record Place(long connection, int number) {}

    void opened(Input.ConnectionOpened now, NodeName self, long millis) {
        connections.put(now.connection(), new ConnectionView(self, now.connection(), now.name(), now.peer(),
                now.local(), now.user(), now.vhost(), now.properties(), false, millis, List.of()));
    }

    void see(Happening happening) {
        switch (happening) {
            case Happening.ConnectionClosed now -> {
                connections.remove(now.connection());
                channels.values().removeIf(each -> each.connection() == now.connection());
            }
            case Happening.ConnectionBlocked now -> connections.computeIfPresent(now.connection(),
                    (number, was) -> changed(was, now.blocked(), was.channels()));
            case Happening.ChannelOpened now -> {
                channels.put(now.channel(), new Place(now.connection(), now.number()));
                put(now.connection(), new ChannelView(now.number(), false, List.of()));
            }
            case Happening.ChannelClosed now -> {
                Place place = channels.remove(now.channel());
                if (place != null) {
                    connections.computeIfPresent(place.connection(),
                            (number, was) -> changed(was, was.blocked(), without(was.channels(), place.number())));
                }
            }
            case Happening.ConfirmsSelected now -> change(now.channel(), true, List.of(), "");
            case Happening.ConsumerAdded now -> change(now.channel(), false,
                    List.of(new ConsumerView(now.queue(), now.tag(), now.prefetch(), now.autoAck())), "");
            case Happening.ConsumerRemoved now -> change(now.channel(), false, List.of(), now.tag());
            default -> {
                // not about clients
            }
        }
    }

    private void change(ChannelId id, boolean confirms, List<ConsumerView> more, String gone) {
        Place place = channels.get(id);
        ConnectionView connection = place == null ? null : connections.get(place.connection());
        if (place == null || connection == null) {
            return;
        }
        for (ChannelView each : connection.channels()) {
            if (each.number() == place.number()) {
                List<ConsumerView> consumers = new ArrayList<>(each.consumers());
                consumers.removeIf(consumer -> consumer.tag().equals(gone));
                consumers.addAll(more);
                put(place.connection(),
                        new ChannelView(each.number(), each.confirm() || confirms, List.copyOf(consumers)));
                return;
            }
        }
    }

    /// In order of their numbers.
    private void put(long connection, ChannelView channel) {
        connections.computeIfPresent(connection, (number, was) -> {
            List<ChannelView> all = new ArrayList<>(without(was.channels(), channel.number()));
            int place = 0;
            while (place < all.size() && all.get(place).number() < channel.number()) {
                place++;
            }
            all.add(place, channel);
            return changed(was, was.blocked(), List.copyOf(all));
        });
    }

    private static List<ChannelView> without(List<ChannelView> channels, int number) {
        return channels.stream().filter(each -> each.number() != number).toList();
    }

    private static ConnectionView changed(ConnectionView was, boolean blocked, List<ChannelView> channels) {
        return new ConnectionView(was.node(), was.connection(), was.name(), was.peer(), was.local(), was.user(),
                was.vhost(), was.properties(), blocked, was.connectedAt(), channels);
    }

    List<ConnectionView> all() {
        return List.copyOf(connections.values());
    }
}
