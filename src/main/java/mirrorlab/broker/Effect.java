package mirrorlab.broker;

import java.time.Duration;
import java.util.List;
import mirrorlab.channel.ClientEvent;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.StoreOperation;

/// Everything a node's machine can ask for. Performed in order.
public sealed interface Effect {

    record Send(NodeName peer, long link, PeerMessage message) implements Effect {}

    /// Write these, make them durable together with others, then answer {@link Input.Persisted} with the ticket. Tickets grow.
    record Persist(List<StoreOperation> operations, long ticket) implements Effect {}

    /// Write the metadata as a whole (N-30: within about 2 s of the change), then answer as for {@link Persist}.
    record PersistMetadata(Bytes metadata, long ticket) implements Effect {}

    /// Move these bodies from the heap to the disk, aside and without a sync; then answer {@link Input.PagedOut}. One at a time.
    record PageOut(List<Bytes> bodies) implements Effect {}

    /// (Re)sets the timer of this name. A name that begins with `housekeeping/` says that it fires again and again also when
    /// nothing happens: a cluster with such a timer is quiet all the same.
    record SetTimer(String timer, Duration after) implements Effect {}

    record CancelTimer(String timer) implements Effect {}

    record ToClient(long connection, int channel, ClientEvent event) implements Effect {}

    record Answer(long request, AdminReply reply) implements Effect {}

    /// For the journal.
    record Happened(Happening happening) implements Effect {}

    /// A line for the node's log, in RabbitMQ's words where it has them.
    record Log(String level, String text) implements Effect {}

    /// Boot is complete: open the doors (N-10: listeners last).
    record Serve() implements Effect {}

    /// The boot failed or the machine gave up; the sentence says why. The node ends.
    record BootFailed(String text) implements Effect {}

    /// Close every client connection with connection.close and this code and text, then their sockets.
    record CloseConnections(int replyCode, String text) implements Effect {}

    /// The clean stop is complete: leave the network, close the store, end.
    record Stopped() implements Effect {}
}
