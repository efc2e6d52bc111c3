package mirrorlab.membership;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import org.jspecify.annotations.Nullable;

/// What a node says of itself to every peer it is linked with, at once and whenever it changes.
///
/// @param serves its boot is complete
/// @param fresh it has no metadata from an earlier life
/// @param alone its disk says that it ran alone: it may boot by itself (N-12)
/// @param sequencer who lets joiners in; null while it does not run
/// @param known every node that ever joined; `running` those that run, as it knows
public record Status(boolean serves, boolean fresh, boolean alone, @Nullable NodeName sequencer, List<NodeName> known,
        List<NodeName> running) implements PeerMessage {}
