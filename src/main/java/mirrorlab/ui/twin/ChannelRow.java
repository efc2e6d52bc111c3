package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mirrorlab.journal.ChannelPicture;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.ClientCounts;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;

/// One line of the list of channels.
///
/// @param name
///            `127.0.0.1:50000 (1)`, the client's end of the connection and the channel's number
/// @param mode
///            `C` with publisher confirms, else empty
/// @param state
///            `running`, `idle`, `flow` (P-30), or `waiting` for a queue that is down or syncing
/// @param waitsFor
///            names of those queues
/// @param prefetch
///            the largest of its consumers; 0 without a limit
/// @param unconfirmed
///            published, and neither confirmed nor nacked; 0 for a channel that did not ask for confirms
public record ChannelRow(String name, NodeName node, String user, String mode, String state, List<String> waitsFor,
        long unconfirmed, int prefetch, long unacknowledged, ChannelRate rate) {

    public static List<ChannelRow> of(Screen screen) {
        ClusterPicture picture = screen.moment().picture();
        Map<ChannelId, List<Happening.ConsumerAdded>> consumers = picture.consumers().stream()
                .collect(Collectors.groupingBy(Happening.ConsumerAdded::channel));
        Map<List<Object>, Happening.ConnectionOpened> connections = picture.connections().stream()
                .collect(Collectors.toMap(each -> List.of(each.node(), each.connection()), each -> each,
                        (one, newer) -> newer));
        return picture.channels().stream().map(each -> of(each, screen,
                connections.get(List.<Object>of(each.node(), each.connection())),
                consumers.getOrDefault(each.channel(), List.of()))).toList();
    }

    private static ChannelRow of(ChannelPicture channel, Screen screen,
            Happening.@org.jspecify.annotations.Nullable ConnectionOpened connection,
            List<Happening.ConsumerAdded> consumers) {
        ClientCounts counts = screen.moment().ledger().traffic(List.of(channel.channel()));
        ChannelRate rate = screen.rates().of(channel.channel());
        boolean confirms = channel.confirmsFrom() > 0;
        String state = !channel.waitsFor().isEmpty()
                ? "waiting"
                : channel.flow() ? "flow" : rate.isNone() ? "idle" : "running";
        return new ChannelRow((connection == null ? "?" : connection.peer()) + " (" + channel.number() + ")",
                channel.node(), connection == null ? "" : connection.user(), confirms ? "C" : "", state,
                channel.waitsFor().stream().map(each -> each.name()).toList(),
                confirms ? unconfirmed(counts, channel.confirmsFrom()) : 0,
                consumers.stream().mapToInt(Happening.ConsumerAdded::prefetch).max().orElse(0),
                counts.unacknowledged(), rate);
    }

    /// A channel numbers its publishes, so the highest number is how many there were.
    private static long unconfirmed(ClientCounts counts, long from) {
        return Math.max(0, counts.published() - (from - 1) - counts.confirmed() - counts.nacked());
    }
}
