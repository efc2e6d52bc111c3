package mirrorlab.broker;

import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientMethod;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import org.jspecify.annotations.Nullable;

/// Everything that can reach a node's machine.
public sealed interface Input {

    /// The first input but for the time. The configuration and what the disk held.
    ///
    /// @param incarnation higher than in any earlier life of this node
    /// @param seed the only source of chance (PO-10)
    /// @param members the cluster's nodes in the order of the cluster file: at the very first start they join in this order
    /// @param metadata the metadata as last written, null at the very first start
    /// @param queues per queue table what it held, ascending by position
    /// @param cleanlyStopped the last life ended with a clean stop
    record Boot(NodeName self, long incarnation, long seed, List<NodeName> members, Map<String, Object> settings,
            @Nullable Bytes metadata, Map<String, List<StoredEntry>> queues, boolean cleanlyStopped) implements Input {}

    /// One entry of a queue's table.
    record StoredEntry(long position, Bytes value) {}

    /// The time, in milliseconds since 1970. Comes before every input that is taken at another millisecond than the one before.
    record Clock(long millis) implements Input {}

    record PeerUp(NodeName peer, long incarnation, long link) implements Input {}

    record PeerDown(NodeName peer, long link) implements Input {}

    record FromPeer(NodeName peer, long link, PeerMessage message) implements Input {}

    /// Everything asked for by {@link Effect.Persist} up to this ticket is durable.
    record Persisted(long ticket) implements Input {}

    /// A client wanted to publish under a memory alarm: its connection waits.
    record PublisherHeld(long connection) implements Input {}

    /// What the node uses has changed.
    ///
    /// @param used bytes
    /// @param alarm above the limit: publishers have to wait, on all nodes
    record Memory(long used, long limit, boolean alarm) implements Input {}

    /// The heap holds too much for some time already, though publishers need not wait yet.
    ///
    /// @param bytes so much is too much
    record PagingWanted(long bytes) implements Input {}

    /// What {@link Effect.PageOut} asked for is done, as far as it was possible.
    record PagedOut() implements Input {}

    record TimerFired(String timer) implements Input {}

    /// A client's connection is open (after connection.open).
    ///
    /// @param connection the door's number for it, never used twice in one life of the node
    /// @param local the node's end of the socket, `127.0.0.1:5672`; empty when the door did not tell
    /// @param properties what the client says of itself: short texts, and truths in a map `capabilities`
    record ConnectionOpened(long connection, String name, String peer, String user, String vhost, boolean cancelNotify,
            String local, Map<String, Object> properties) implements Input {

        public ConnectionOpened(long connection, String name, String peer, String user, String vhost,
                boolean cancelNotify) {
            this(connection, name, peer, user, vhost, cancelNotify, "", Map.of());
        }
    }

    record ConnectionClosed(long connection, String reason) implements Input {}

    record ChannelOpened(long connection, int channel) implements Input {}

    /// The client closed the channel; answered by {@link mirrorlab.channel.ClientEvent.ChannelClosed}.
    record ChannelClosed(long connection, int channel) implements Input {}

    record FromClient(long connection, int channel, ClientMethod method) implements Input {

        /// Of the message that it publishes; 0 when it does something else.
        public long messageBytes() {
            return method instanceof ClientMethod.BasicPublish publish
                    ? (long) publish.properties().size() + publish.body().size()
                    : 0;
        }
    }

    /// So many of the channel's {@link mirrorlab.channel.ClientEvent.Delivered} have gone to the client's socket since the
    /// last time.
    /// Like RabbitMQ's queues, a core holds deliveries back while 200 of a channel are unsent (unsent_message_limit), so
    /// that a client that does not read does not grow the node.
    record DeliveriesWritten(long connection, int channel, int count) implements Input {}

    /// Answered by exactly one {@link Effect.Answer} with the same request number, at once or later.
    record Administer(long request, AdminCommand command) implements Input {}

    /// Begin a clean stop (F-07): ends with {@link Effect.Stopped}.
    record Stop() implements Input {}
}
