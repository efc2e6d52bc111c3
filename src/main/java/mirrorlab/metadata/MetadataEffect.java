package mirrorlab.metadata;

import mirrorlab.vocabulary.NodeName;

/// What the metadata machine asks for.
public sealed interface MetadataEffect {

    record Send(NodeName to, MetadataMessage message) implements MetadataEffect {}

    /// The state is now what another node's snapshot says; this node's own NodeJoined follows.
    record Restored() implements MetadataEffect {}

    /// One change was applied here.
    record Changed(MetadataChange change, MetadataState.Outcome outcome) implements MetadataEffect {}

    /// This node's proposal was applied by every running node (M-08).
    ///
    /// @param effective false when the state had moved on and the change did nothing
    record Answered(long proposal, boolean effective) implements MetadataEffect {}

    /// This node cannot go on with the others: it missed what they have. It has to start again.
    record LeftBehind(String text) implements MetadataEffect {}
}
