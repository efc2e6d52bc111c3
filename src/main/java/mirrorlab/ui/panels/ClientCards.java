package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ChannelPicture;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;

/// The clients that are connected, as the cards at the left show them.
final class ClientCards {

    /// @param consumer its tag, or empty for a connection without consumers
    /// @param ofLab it is the lab's own, so the lab can answer for it
    record Card(String name, String node, String consumer, String queue, int prefetch, boolean autoAck,
            boolean confirms,
            boolean waits, boolean ofLab) {}

    private static final String LAB = "lab ";

    private ClientCards() {}

    /// The connection of the lab's publisher of this name.
    static boolean isOfPublisher(Card card, String publisher) {
        return card.ofLab() && card.name().startsWith(LAB + "publisher " + publisher + " ");
    }

    private static boolean isOfLab(ClusterPicture picture, Happening.ConsumerAdded consumer) {
        return picture.channels().stream().filter(each -> each.channel().equals(consumer.channel()))
                .anyMatch(channel -> picture.connections().stream()
                        .anyMatch(each -> each.connection() == channel.connection()
                                && each.node().equals(channel.node()) && each.name().startsWith(LAB)));
    }

    static List<Card> of(ClusterPicture picture) {
        List<Card> cards = new ArrayList<>();
        List<ChannelPicture> channels = picture.channels();
        List<Happening.ConsumerAdded> consumers = picture.consumers();
        for (Happening.ConsumerAdded each : consumers) {
            cards.add(new Card(each.tag(), each.node().shortName(), each.tag(), each.queue().name(), each.prefetch(),
                    each.autoAck(), false, false, isOfLab(picture, each)));
        }
        for (Happening.ConnectionOpened connection : picture.connections()) {
            List<ChannelPicture> its = channels.stream()
                    .filter(channel -> channel.connection() == connection.connection()
                            && channel.node().equals(connection.node()))
                    .toList();
            boolean consumes = its.stream().anyMatch(channel -> consumers.stream()
                    .anyMatch(consumer -> consumer.channel().equals(channel.channel())));
            if (!consumes) {
                cards.add(new Card(connection.name(), connection.node().shortName(), "", "", 0, false,
                        its.stream().anyMatch(channel -> channel.confirmsFrom() > 0),
                        its.stream().anyMatch(channel -> !channel.waitsFor().isEmpty()),
                        connection.name().startsWith(LAB)));
            }
        }
        return cards;
    }
}
