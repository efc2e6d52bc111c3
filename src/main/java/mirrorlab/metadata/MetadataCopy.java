package mirrorlab.metadata;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.metadata.MetadataMessage.Operation;
import mirrorlab.metadata.MetadataMessage.Sequenced;
import mirrorlab.metadata.MetadataSnapshot.Proposal;
import mirrorlab.multicast.OrderedReceiver;
import mirrorlab.multicast.OrderedSender;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// One node's copy of the metadata: the stream that it applies, the one that it sends while it sequences, and its own
/// proposals until they are answered.
final class MetadataCopy {
    final NodeName self;
    final long incarnation;
    final MetadataMachine.Links links;
    final MetadataState state = new MetadataState();
    OrderedReceiver<Operation> log = new OrderedReceiver<>(0, 0);
    /// Of who sequences only.
    @Nullable
    OrderedSender<NodeName, Operation> sender;
    @Nullable
    NodeName sequencer;
    boolean inside;
    /// This node's own joining was applied here.
    private boolean member;
    private final Map<Long, MetadataChange> pending = new LinkedHashMap<>();
    private final TreeMap<Long, MetadataEffect.Answered> unstable = new TreeMap<>();
    private long proposals;
    private long toldStable;
    private List<MetadataEffect> effects = new ArrayList<>();

    MetadataCopy(NodeName self, long incarnation, MetadataMachine.Links links) {
        this.self = self;
        this.incarnation = incarnation;
        this.links = links;
    }

    boolean isMember() {
        return member;
    }

    /// Proposals that are not answered yet.
    boolean isWaiting() {
        return !pending.isEmpty() || !unstable.isEmpty();
    }

    boolean isBeingApplied() {
        return sender != null && sender.stable() < sender.sequence();
    }

    /// The life that is known to run; 0 when none is.
    long known(NodeName node) {
        Long life = state.incarnation(node);
        return life == null ? 0 : life;
    }

    void sequenceAlone() {
        log = new OrderedReceiver<>(1, 0);
        sender = new OrderedSender<>(1, 0);
        sequencer = self;
        inside = true;
        for (NodeName each : state.running()) {
            append(null, null, new MetadataChange.NodeLeft(each, known(each)));
        }
        append(null, null, new MetadataChange.NodeJoined(self, incarnation));
    }

    /// Goes on after the log as the one that sequences.
    void sequence(OrderedSender<NodeName, Operation> mine) {
        log.follow(mine.epoch(), log.applied());
        sender = mine;
        sequencer = self;
        toldStable = mine.stable();
        stableUpTo(toldStable);
        for (NodeName each : state.running()) {
            if (!each.equals(self) && !mine.members().contains(each)) {
                append(null, null, new MetadataChange.NodeLeft(each, known(each)));
            }
        }
        returned(self, incarnation);
        for (NodeName each : mine.members()) {
            returned(each, links.life(each));
        }
        resubmit();
    }

    /// The lost sequencer was cut off and had taken this node for gone.
    private void returned(NodeName node, @Nullable Long life) {
        if (life != null && !state.isRunning(node, life)) {
            append(null, null, new MetadataChange.NodeJoined(node, life));
        }
    }

    long propose(MetadataChange change) {
        long number = ++proposals;
        pending.put(number, change);
        submit(number, change);
        return number;
    }

    private void submit(long number, MetadataChange change) {
        Proposal proposal = new Proposal(incarnation, number);
        if (sender != null) {
            append(self, proposal, change);
        } else if (sequencer != null && !log.frozen()) {
            send(sequencer, new MetadataMessage.Propose(proposal, change));
        }
    }

    /// To another sequencer.
    void resubmit() {
        new ArrayList<>(pending.entrySet()).forEach(each -> submit(each.getKey(), each.getValue()));
    }

    void removeNode(NodeName peer) {
        if (sender != null) {
            sender.leave(peer).ifPresent(this::stableUpTo);
            Long life = state.incarnation(peer);
            if (life != null) {
                append(null, null, new MetadataChange.NodeLeft(peer, life));
            }
        }
    }

    /// Does nothing at a node that does not sequence.
    void append(@Nullable NodeName proposer, @Nullable Proposal proposal, MetadataChange change) {
        if (sender != null) {
            Operation operation = new Operation(proposer, proposal, change);
            long sequence = sender.append(operation);
            applyAll(log.accept(sender.epoch(), sequence, List.of(operation), sender.stable()));
            if (sender.stable() == sequence) {
                stableUpTo(sequence);
            }
        }
    }

    /// A batch of the sequencer's stream.
    void apply(Sequenced batch) {
        List<Operation> fresh = log.accept(batch.epoch(), batch.first(), batch.operations(), batch.stable());
        applyAll(fresh);
        if (batch.epoch() == log.epoch() && sequencer != null && sender == null) {
            if (!fresh.isEmpty()) {
                sayApplied(sequencer);
            }
            stableUpTo(batch.stable());
        }
    }

    void sayApplied(NodeName to) {
        send(to, new MetadataMessage.Applied(log.epoch(), log.applied()));
    }

    void applyAll(List<Operation> operations) {
        long number = log.applied() - operations.size();
        for (Operation each : operations) {
            number++;
            member |= each.change().equals(new MetadataChange.NodeJoined(self, incarnation));
            MetadataState.Outcome outcome = state.apply(each.proposer(), each.proposal(), each.change());
            tell(new MetadataEffect.Changed(each.change(), outcome));
            if (self.equals(each.proposer()) && each.proposal() != null && each.proposal().incarnation() == incarnation
                    && pending.remove(each.proposal().number()) != null) {
                unstable.put(number, new MetadataEffect.Answered(each.proposal().number(), outcome.effective()));
            }
        }
    }

    void stableUpTo(long sequence) {
        effects.addAll(unstable.headMap(sequence, true).values());
        unstable.headMap(sequence, true).clear();
    }

    /// Sends what was sequenced meanwhile.
    void flush() {
        if (sender == null) {
            return;
        }
        OrderedSender.Batch<Operation> batch = sender.flush();
        if (batch != null || sender.stable() > toldStable) {
            toldStable = sender.stable();
            List<Operation> operations = batch == null ? List.of() : batch.operations();
            long first = batch == null ? sender.sequence() + 1 : batch.first();
            for (NodeName each : sender.members()) {
                send(each, new Sequenced(sender.epoch(), first, operations, sender.stable()));
            }
        }
    }

    void send(NodeName to, MetadataMessage message) {
        tell(new MetadataEffect.Send(to, message));
    }

    void tell(MetadataEffect effect) {
        effects.add(effect);
    }

    List<MetadataEffect> take() {
        flush();
        List<MetadataEffect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }
}
