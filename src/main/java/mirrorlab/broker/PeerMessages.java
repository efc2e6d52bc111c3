package mirrorlab.broker;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.membership.LifeOver;
import mirrorlab.membership.Status;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.PeerMessage;

/// The kinds of messages that nodes exchange, for whoever has to put them into bytes.
public final class PeerMessages {
    /// Sealed interfaces and single records; their order is part of the form on the wire.
    public static final List<Class<? extends PeerMessage>> ROOTS = List.of(MetadataMessage.class, Status.class,
            AdminMessage.class, QueueMessage.class, ReplicaMessage.class, LifeOver.class);

    /// The simple names of all kinds, in the order of the rooms.
    public static final List<String> KINDS = kinds();

    private PeerMessages() {}

    private static List<String> kinds() {
        Set<String> names = new LinkedHashSet<>();
        ROOTS.forEach(each -> collect(each, names));
        return List.copyOf(names);
    }

    private static void collect(Class<?> type, Set<String> names) {
        if (type.isRecord()) {
            names.add(type.getSimpleName());
        } else {
            for (Class<?> each : type.getPermittedSubclasses()) {
                collect(each, names);
            }
        }
    }
}
