package mirrorlab.simulation;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.vocabulary.PeerMessage;

/// What a message between nodes is: the simple name of its record, and those of all that it carries in the master's or the
/// sequencer's stream.
final class MessageKinds {
    /// Begins the names of what sequencers say, for replicas use the same words.
    static final String METADATA = "metadata ";
    static final String PROPOSE = "propose ";
    static final String SEQUENCED = "sequenced ";

    private MessageKinds() {}

    static Set<String> of(PeerMessage message) {
        Set<String> kinds = new LinkedHashSet<>();
        kinds.add(name(message));
        switch (message) {
            case ReplicaMessage.Operations operations -> operations.operations().forEach(each -> kinds.add(name(each)));
            case MetadataMessage.Propose propose -> kinds.add(PROPOSE + name(propose.change()));
            case MetadataMessage.Sequenced(var epoch, var first, List<MetadataMessage.Operation> operations, var stable) ->
                operations.forEach(each -> kinds.add(SEQUENCED + name(each.change())));
            default -> {
            }
        }
        return kinds;
    }

    private static String name(Object message) {
        String name = message.getClass().getSimpleName();
        return message instanceof MetadataMessage ? METADATA + name : name;
    }
}
