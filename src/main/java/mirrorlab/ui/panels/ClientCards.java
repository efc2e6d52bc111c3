package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import mirrorlab.journal.ChannelPicture;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;

/// The clients that are connected, as the cards at the left show them.
final class ClientCards {

    /// @param consumer its tag, or empty for a connection without consumers
    /// @param ofLab it is the lab's own, so the lab can answer for it
    record Card(String name, String node, String consumer, String queue, int prefetch, boolean autoAck,
            boolean confirms, Standing standing, boolean ofLab) {

        String standingWord() {
            return "clients." + standing.name().toLowerCase(Locale.ROOT);
        }
    }

    /// What holds a connection up: a queue that is down or syncing (F-25), or a replica that lends no credit (P-30).
    enum Standing {
        FREE, WAITS, FLOW;

        private static Standing of(List<ChannelPicture> channels) {
            return channels.stream().anyMatch(channel -> !channel.waitsFor().isEmpty())
                    ? WAITS
                    : channels.stream().anyMatch(ChannelPicture::flow) ? FLOW : FREE;
        }
    }

    private static final String LAB = "lab ";

    private ClientCards() {}

    /// The connection of the lab's publisher of this name.
    static boolean isOfPublisher(Card card, String publisher) {
        return card.ofLab() && card.name().startsWith(LAB + "publisher " + publisher + " ");
    }

    private record Link(NodeName node, long connection) {}

    private static Link link(ChannelPicture channel) {
        return new Link(channel.node(), channel.connection());
    }

    static List<Card> of(ClusterPicture picture) {
        List<Card> cards = new ArrayList<>();
        List<ChannelPicture> channels = picture.channels();
        List<Happening.ConsumerAdded> consumers = picture.consumers();
        List<Happening.ConnectionOpened> connections = picture.connections();
        Map<Link, List<ChannelPicture>> channelsOf = channels.stream()
                .collect(Collectors.groupingBy(ClientCards::link));
        Set<ChannelId> ofLab = connections.stream().filter(each -> each.name().startsWith(LAB))
                .flatMap(each -> channelsOf.getOrDefault(new Link(each.node(), each.connection()), List.of()).stream())
                .map(ChannelPicture::channel).collect(Collectors.toSet());
        Set<ChannelId> consuming = consumers.stream().map(Happening.ConsumerAdded::channel)
                .collect(Collectors.toSet());
        for (Happening.ConsumerAdded each : consumers) {
            cards.add(new Card(each.tag(), each.node().shortName(), each.tag(), each.queue().name(), each.prefetch(),
                    each.autoAck(), false, Standing.FREE, ofLab.contains(each.channel())));
        }
        for (Happening.ConnectionOpened connection : connections) {
            List<ChannelPicture> its = channelsOf.getOrDefault(new Link(connection.node(), connection.connection()),
                    List.of());
            boolean consumes = its.stream().anyMatch(channel -> consuming.contains(channel.channel()));
            if (!consumes) {
                cards.add(new Card(connection.name(), connection.node().shortName(), "", "", 0, false,
                        its.stream().anyMatch(channel -> channel.confirmsFrom() > 0),
                        Standing.of(its),
                        connection.name().startsWith(LAB)));
            }
        }
        return cards;
    }
}
