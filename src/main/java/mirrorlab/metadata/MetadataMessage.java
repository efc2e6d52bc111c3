package mirrorlab.metadata;

import java.util.List;
import mirrorlab.metadata.MetadataSnapshot.Proposal;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import org.jspecify.annotations.Nullable;

/// What the metadata machines of two nodes say to each other.
public sealed interface MetadataMessage extends PeerMessage {

    /// To the sequencer: please sequence this.
    record Propose(Proposal proposal, MetadataChange change) implements MetadataMessage {}

    /// From the sequencer. `operations` may be empty: then only `stable` is news.
    record Sequenced(long epoch, long first, List<Operation> operations, long stable) implements MetadataMessage {}

    /// One sequenced change; `proposer` null for the sequencer's own observations.
    record Operation(@Nullable NodeName proposer, @Nullable Proposal proposal, MetadataChange change) {}

    record Applied(long epoch, long upTo) implements MetadataMessage {}

    /// To the sequencer: let me in.
    record Join(long incarnation) implements MetadataMessage {}

    /// To the sequencer that let this life in: it has not come in, and will not by what it was sent so far, for others go on
    /// without that sequencer. Answered by {@link Left}.
    record Leave(long incarnation) implements MetadataMessage {}

    /// What comes after this belongs to no earlier joining.
    record Left() implements MetadataMessage {}

    /// To the joiner: the state after operation `sequence`; the next operation is the joiner's own NodeJoined.
    ///
    /// @param recent the last operations up to there, which some node may still lack
    record Snapshot(long epoch, long sequence, MetadataSnapshot state,
            List<Operation> recent) implements MetadataMessage {}

    /// The candidate asks after the sequencer's death.
    ///
    /// @param life incarnation of the lost sequencer
    /// @param applied how far the candidate is: of two candidates the one that is further goes on
    record Freeze(long epoch, NodeName lost, long life, long applied) implements MetadataMessage {}

    /// @param epoch as asked
    /// @param logEpoch of the sequencer this node followed last; later than the candidate's when one died that it never heard
    /// @param upTo -1 from a node that does not run
    record Frozen(long epoch, long logEpoch, long upTo) implements MetadataMessage {}

    record Fetch(long epoch, long first) implements MetadataMessage {}

    record Fill(long epoch, long first, List<Operation> operations) implements MetadataMessage {}

    /// The fence of the new sequencer.
    record Follow(long epoch, long sequence) implements MetadataMessage {}
}
