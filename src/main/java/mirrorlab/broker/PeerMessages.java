package mirrorlab.broker;

import java.util.List;
import mirrorlab.membership.Status;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.PeerMessage;

/// The kinds of messages that nodes exchange, for whoever has to put them into bytes.
public final class PeerMessages {
    /// Sealed interfaces and single records; their order is part of the form on the wire.
    public static final List<Class<? extends PeerMessage>> ROOTS = List.of(MetadataMessage.class, Status.class,
            AdminMessage.class, QueueMessage.class, ReplicaMessage.class);

    private PeerMessages() {}
}
