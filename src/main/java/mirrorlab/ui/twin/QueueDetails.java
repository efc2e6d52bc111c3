package mirrorlab.ui.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.journal.ChannelPicture;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.journal.SyncPicture;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What the page of one queue shows.
///
/// @param effective
///            keys and values of the effective policy definition
/// @param mirrors
///            eldest first, none when it is not mirrored; null of an exclusive queue: then the page has no such line
/// @param persistent
///            messages that are on disk too; -1 when it is not known which the master has
/// @param bindings
///            from which exchanges it gets messages, without the default one
/// @param syncPercent
///            -1 while it does not synchronise
public record QueueDetails(QueueRow row, Map<String, String> effective, @Nullable List<Mirror> mirrors,
        long persistent, int syncPercent, List<Consumer> consumers, List<ExchangeDetails.Bound> bindings) {

    public record Mirror(NodeName node, boolean synchronised) {}

    /// @param channel `127.0.0.1:50000 (1)`, the client's end of the connection and the channel's number
    public record Consumer(String channel, String tag, boolean ackRequired, int prefetch) {}

    public boolean canSynchronise() {
        return syncPercent < 0 && mirrors != null && mirrors.stream().anyMatch(each -> !each.synchronised())
                && row.counts() != null;
    }

    /// Empty when there is no such queue (any more).
    public static Optional<QueueDetails> of(QueueName name, Screen screen) {
        ClusterPicture picture = screen.moment().picture();
        return picture.queue(name).map(queue -> {
            List<Consumer> consumers = consumers(queue, picture);
            SyncPicture sync = queue.sync();
            return new QueueDetails(QueueRows.of(queue, screen, consumers.size()),
                    queue.state() == QueuePicture.State.DOWN ? Map.of() : Definition.effective(queue, picture),
                    mirrors(queue), persistent(queue, screen), sync == null ? -1 : sync.percent(), consumers,
                    bindings(name, picture));
        });
    }

    private static List<ExchangeDetails.Bound> bindings(QueueName name, ClusterPicture picture) {
        return picture.metadata().bindings().stream()
                .filter(each -> each.toQueue() && each.destination().equals(name.name())
                        && each.source().vhost().equals(name.vhost()) && !each.source().isDefault())
                .map(each -> new ExchangeDetails.Bound(false, each.source().name(), each.routingKey(),
                        each.arguments()))
                .toList();
    }

    private static long persistent(QueuePicture queue, Screen screen) {
        return queue.masterReplica().filter(ReplicaPicture::isExact)
                .map(master -> screen.moment().ledger().persistent(queue.name(), master.contents()).count())
                .orElse(-1L);
    }

    /// As the record has them.
    private static @Nullable List<Mirror> mirrors(QueuePicture queue) {
        return queue.record().exclusive() ? null : mirrorsOf(queue);
    }

    private static List<Mirror> mirrorsOf(QueuePicture queue) {
        return queue.replicas().stream().filter(each -> each.role() == ReplicaPicture.Role.MIRROR && each.isAlive())
                .map(each -> new Mirror(each.node(), each.sync() == ReplicaPicture.Sync.SYNCHRONISED)).toList();
    }

    private static List<Consumer> consumers(QueuePicture queue, ClusterPicture picture) {
        List<Consumer> consumers = new ArrayList<>();
        List<ChannelPicture> channels = picture.channels();
        for (Happening.ConsumerAdded each : picture.consumers()) {
            if (each.queue().equals(queue.name())) {
                String channel = channels.stream().filter(one -> one.channel().equals(each.channel())).findFirst()
                        .map(one -> peer(one, picture) + " (" + one.number() + ")").orElse("");
                consumers.add(new Consumer(channel, each.tag(), !each.autoAck(), each.prefetch()));
            }
        }
        return List.copyOf(consumers);
    }

    private static String peer(ChannelPicture channel, ClusterPicture picture) {
        return picture.connections().stream()
                .filter(each -> each.node().equals(channel.node()) && each.connection() == channel.connection())
                .findFirst().map(Happening.ConnectionOpened::peer).orElse("?");
    }
}
