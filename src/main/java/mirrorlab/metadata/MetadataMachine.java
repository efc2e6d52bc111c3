package mirrorlab.metadata;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.metadata.MetadataMessage.Sequenced;
import mirrorlab.metadata.MetadataSnapshot.Proposal;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// One node's part in keeping the metadata: follows the sequencer, or sequences.
public final class MetadataMachine {
    private final MetadataCopy copy;
    private final Entrance entrance;
    private final Election election;

    /// Which lives of which nodes this node is linked with.
    public interface Links {
        boolean isLinked(NodeName node, long incarnation);

        /// The life of a linked node; null when it is not linked.
        @Nullable
        Long life(NodeName node);

        List<NodeName> linked();
    }

    public MetadataMachine(NodeName self, long incarnation, Links links) {
        copy = new MetadataCopy(self, incarnation, links);
        entrance = new Entrance(copy);
        election = new Election(copy, entrance);
    }

    public MetadataState state() {
        return copy.state;
    }

    public boolean isInside() {
        return copy.inside;
    }

    public @Nullable NodeName sequencer() {
        return copy.sequencer;
    }

    /// Words for what is outstanding; empty when nothing is.
    public List<String> busy() {
        List<String> busy = new ArrayList<>();
        if (copy.isWaiting()) {
            busy.add("metadata proposals");
        }
        if (copy.inside && (copy.log.frozen() || entrance.isHolding())) {
            busy.add("metadata follow a new sequencer or wait for a link");
        }
        if (copy.isBeingApplied()) {
            busy.add("metadata are being applied");
        }
        return busy;
    }

    /// What happened since the last call; sends what was sequenced meanwhile.
    public List<MetadataEffect> take() {
        return copy.take();
    }

    /// Begins alone, from what the disk held or from nothing.
    public void bootAlone(@Nullable MetadataSnapshot disk) {
        if (disk != null) {
            copy.state.restoreFromDisk(disk);
        }
        copy.sequenceAlone();
    }

    /// Asks the sequencer to be let in; may be repeated.
    public void join(NodeName by) {
        entrance.join(by);
    }

    /// @return the proposal's number, told again by {@link MetadataEffect.Answered}
    public long propose(MetadataChange change) {
        return copy.propose(change);
    }

    public void on(NodeName from, MetadataMessage message) {
        switch (message) {
            case MetadataMessage.Propose(Proposal proposal, MetadataChange change) -> {
                if (copy.sender != null && copy.state.isRunning(from, proposal.incarnation())) {
                    copy.append(from, proposal, change);
                }
            }
            case Sequenced batch -> entrance.on(from, batch);
            case MetadataMessage.Applied(long epoch, long upTo) -> {
                if (copy.sender != null && copy.sender.epoch() == epoch) {
                    copy.sender.acknowledged(from, upTo).ifPresent(copy::stableUpTo);
                }
            }
            case MetadataMessage.Join(long joiner) -> entrance.letIn(from, joiner);
            case MetadataMessage.Leave(long joiner) -> {
                if (copy.state.isRunning(from, joiner)) {
                    copy.removeNode(from);
                }
                copy.send(from, new MetadataMessage.Left());
            }
            case MetadataMessage.Left() -> entrance.letGo(from);
            case MetadataMessage.Snapshot snapshot -> entrance.on(from, snapshot);
            case MetadataMessage.Freeze freeze -> election.on(from, freeze);
            case MetadataMessage.Frozen frozen -> election.on(from, frozen);
            case MetadataMessage.Fetch(long epoch, long first) -> copy.send(from,
                    new MetadataMessage.Fill(epoch, first, copy.log.between(first, copy.log.applied())));
            case MetadataMessage.Fill fill -> election.on(from, fill);
            case MetadataMessage.Follow follow -> election.on(from, follow);
        }
    }

    /// A link is up: what was held for it goes on.
    public void peerUp(NodeName peer) {
        entrance.release(false);
    }

    /// A link ended. The caller has removed it from {@link Links} already.
    public void peerDown(NodeName peer) {
        election.linkEnded(peer);
        entrance.linkEnded(peer);
        if (!copy.inside) {
            election.answerEarly();
        } else if (copy.sender != null) {
            copy.removeNode(peer);
        } else if (peer.equals(copy.sequencer)) {
            election.sequencerLost();
        } else if (copy.log.frozen()) {
            election.survivorLost(peer);
        } else {
            entrance.release(false);
        }
    }
}
