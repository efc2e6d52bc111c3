package mirrorlab.metadata;

import java.util.ArrayDeque;
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
import mirrorlab.multicast.Survivors;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// One node's part in keeping the metadata: follows the sequencer, or sequences.
///
/// A joiner may be announced by the sequencer before this node's own link to it is up: what the sequencer says is held until
/// then, so that a node known to run can always be reached.
public final class MetadataMachine {
    private final NodeName self;
    private final long incarnation;
    private final Links links;
    private final MetadataState state = new MetadataState();
    private final Map<Long, MetadataChange> pending = new LinkedHashMap<>();
    private final TreeMap<Long, MetadataEffect.Answered> unstable = new TreeMap<>();
    private final Map<NodeName, MetadataMessage.Freeze> askedEarly = new TreeMap<>();
    private final ArrayDeque<Sequenced> held = new ArrayDeque<>();
    private OrderedReceiver<Operation> log = new OrderedReceiver<>(0, 0);
    private @Nullable OrderedSender<NodeName, Operation> sender;
    private @Nullable Survivors<NodeName> survivors;
    private MetadataMessage.@Nullable Freeze candidacy;
    private @Nullable NodeName promised;
    private @Nullable NodeName deaf;
    private @Nullable NodeName sequencer;
    private @Nullable Arrival arrival;
    private boolean inside;
    /// This node's own joining was applied here.
    private boolean member;
    private boolean joining;
    private long proposals;
    private long toldStable;
    private long newestEpoch;
    private List<MetadataEffect> effects = new ArrayList<>();

    /// A snapshot that waits for links.
    private record Arrival(NodeName from, MetadataMessage.Snapshot snapshot) {}

    /// Which lives of which nodes this node is linked with.
    public interface Links {
        boolean isLinked(NodeName node, long incarnation);

        /// The life of a linked node; null when it is not linked.
        @Nullable
        Long life(NodeName node);

        List<NodeName> linked();
    }

    public MetadataMachine(NodeName self, long incarnation, Links links) {
        this.self = self;
        this.incarnation = incarnation;
        this.links = links;
    }

    public MetadataState state() {
        return state;
    }

    public boolean isInside() {
        return inside;
    }

    public @Nullable NodeName sequencer() {
        return sequencer;
    }

    /// Words for what is outstanding; empty when nothing is.
    public List<String> busy() {
        List<String> busy = new ArrayList<>();
        if (!pending.isEmpty() || !unstable.isEmpty()) {
            busy.add("metadata proposals");
        }
        if (inside && (log.frozen() || !held.isEmpty())) {
            busy.add("metadata follow a new sequencer or wait for a link");
        }
        if (sender != null && sender.stable() < sender.sequence()) {
            busy.add("metadata are being applied");
        }
        return busy;
    }

    /// What happened since the last call; sends what was sequenced meanwhile.
    public List<MetadataEffect> take() {
        flush();
        List<MetadataEffect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }

    /// Begins alone, from what the disk held or from nothing.
    public void bootAlone(@Nullable MetadataSnapshot disk) {
        if (disk != null) {
            state.restoreFromDisk(disk);
        }
        log = new OrderedReceiver<>(1, 0);
        sender = new OrderedSender<>(1, 0);
        sequencer = self;
        inside = true;
        for (NodeName each : state.running()) {
            append(null, null, new MetadataChange.NodeLeft(each, known(each)));
        }
        append(null, null, new MetadataChange.NodeJoined(self, incarnation));
    }

    /// Asks the sequencer to be let in; may be repeated.
    public void join(NodeName by) {
        joining = true;
        send(by, new MetadataMessage.Join(incarnation));
    }

    /// @return the proposal's number, told again by {@link MetadataEffect.Answered}
    public long propose(MetadataChange change) {
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

    public void on(NodeName from, MetadataMessage message) {
        switch (message) {
            case MetadataMessage.Propose(Proposal proposal, MetadataChange change) -> {
                if (sender != null && state.isRunning(from, proposal.incarnation())) {
                    append(from, proposal, change);
                }
            }
            case Sequenced sequenced when !from.equals(deaf) -> {
                held.add(sequenced);
                release(false);
            }
            case Sequenced unused -> {
            } // of a sequencer that is lost
            case MetadataMessage.Applied(long epoch, long upTo) -> {
                if (sender != null && sender.epoch() == epoch) {
                    sender.acknowledged(from, upTo).ifPresent(this::stableUpTo);
                }
            }
            case MetadataMessage.Join(long joiner) -> onJoin(from, joiner);
            case MetadataMessage.Leave(long joiner) -> {
                if (state.isRunning(from, joiner)) {
                    removeNode(from);
                }
                send(from, new MetadataMessage.Left());
            }
            case MetadataMessage.Left() -> {
                if (from.equals(deaf)) {
                    deaf = null; // it lives: this node may ask it again
                }
            }
            case MetadataMessage.Snapshot snapshot -> onSnapshot(from, snapshot);
            case MetadataMessage.Freeze freeze -> onFreeze(from, freeze);
            case MetadataMessage.Frozen(long epoch, long logEpoch, long upTo) -> {
                if (survivors != null && epoch == log.epoch()) {
                    survivors.report(from, upTo);
                    newestEpoch = Math.max(newestEpoch, logEpoch);
                    compare();
                } else if (log.frozen() && from.equals(promised) && upTo >= 0) {
                    collect(); // each gave way to the other: the one to an old question
                }
            }
            case MetadataMessage.Fetch(long epoch, long first) ->
                send(from, new MetadataMessage.Fill(epoch, first, log.between(first, log.applied())));
            case MetadataMessage.Fill(long epoch, long first, List<Operation> operations) -> {
                List<Operation> fresh = log.fill(first, operations);
                applyAll(fresh);
                if (fresh.isEmpty() && survivors != null && from.equals(survivors.ahead(log.applied()))) {
                    survivors = null;
                    effects.add(new MetadataEffect.LeftBehind("nobody keeps what this node lacks of the metadata"));
                }
                compare();
            }
            case MetadataMessage.Follow(long epoch, long sequence) -> onFollow(from, epoch, sequence);
        }
    }

    /// A link is up: what was held for it goes on.
    public void peerUp(NodeName peer) {
        release(false);
    }

    /// A link ended. The caller has removed it from {@link Links} already.
    public void peerDown(NodeName peer) {
        askedEarly.remove(peer);
        if (peer.equals(deaf)) {
            deaf = null;
        }
        if (peer.equals(promised)) {
            promised = null;
        }
        if (arrival != null && arrival.from().equals(peer)) {
            arrival = null; // whoever sequences now will be asked
            held.clear();
        }
        if (inside && !member && peer.equals(sequencer)) {
            inside = false; // it was gone before it let this node in
            sequencer = null;
            held.clear();
        }
        if (!inside) {
            answerEarly();
            return;
        }
        if (sender != null) {
            removeNode(peer);
        } else if (peer.equals(sequencer)) {
            freeze();
            elect();
            answerEarly();
        } else if (log.frozen()) {
            if (survivors != null) {
                survivors.leave(peer);
                compare();
            } else {
                elect(); // it may have been the candidate
            }
        } else {
            release(false);
        }
    }

    private void removeNode(NodeName peer) {
        if (sender != null) {
            sender.leave(peer).ifPresent(this::stableUpTo);
            Long life = state.incarnation(peer);
            if (life != null) {
                append(null, null, new MetadataChange.NodeLeft(peer, life));
            }
        }
    }

    private void freeze() {
        release(true);
        log.freeze();
    }

    private void answerEarly() {
        Map<NodeName, MetadataMessage.Freeze> asked = new TreeMap<>(askedEarly);
        askedEarly.clear();
        asked.forEach(this::onFreeze);
    }

    /// Everybody who lost the sequencer asks everybody, unless it has answered a candidate already; the one that ranks first
    /// goes on.
    private void elect() {
        if (promised == null) {
            collect();
        }
    }

    private long known(NodeName node) {
        Long life = state.incarnation(node);
        return life == null ? 0 : life;
    }

    private void collect() {
        promised = null;
        survivors = new Survivors<>(links.linked());
        newestEpoch = log.epoch();
        NodeName lost = sequencer == null ? self : sequencer;
        candidacy = new MetadataMessage.Freeze(log.epoch(), lost, known(lost), log.applied());
        for (NodeName each : survivors.members()) {
            send(each, candidacy);
        }
        compare();
    }

    private void compare() {
        Survivors<NodeName> asked = survivors;
        if (asked == null || !asked.complete()) {
            return;
        }
        NodeName ahead = asked.ahead(log.applied());
        if (ahead != null) {
            send(ahead, new MetadataMessage.Fetch(log.epoch(), log.applied() + 1));
            return;
        }
        survivors = null;
        long old = log.epoch();
        long epoch = Math.max(old, newestEpoch) + 1;
        long level = log.applied();
        OrderedSender<NodeName, Operation> mine = new OrderedSender<>(epoch, level);
        for (NodeName each : asked.members()) {
            if (asked.of(each) >= 0) {
                List<Operation> lacking = log.between(asked.of(each) + 1, level);
                if (!lacking.isEmpty()) {
                    send(each, new MetadataMessage.Fill(old, asked.of(each) + 1, lacking));
                }
                send(each, new MetadataMessage.Follow(epoch, level));
                mine.join(each, asked.of(each));
            }
        }
        log.follow(epoch, level);
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

    private void resubmit() {
        new ArrayList<>(pending.entrySet()).forEach(each -> submit(each.getKey(), each.getValue()));
    }

    /// Answered at once by who has lost the sequencer, too. Of two candidates the one that ranks second gives way and answers.
    private void onFreeze(NodeName from, MetadataMessage.Freeze freeze) {
        if (!inside && joining && !freeze.lost().equals(deaf) && links.isLinked(freeze.lost(), freeze.life())) {
            send(freeze.lost(), new MetadataMessage.Leave(incarnation)); // it may live, and would wait for this node
            deaf = freeze.lost(); // others go on without it: what it still says would let this node in nowhere
            arrival = null;
            held.clear();
        }
        if (!inside || sender != null) {
            send(from, new MetadataMessage.Frozen(freeze.epoch(), log.epoch(), -1));
            return;
        }
        boolean hearsSequencer = !log.frozen() && sequencer != null && links.isLinked(sequencer, known(sequencer));
        if (hearsSequencer || (survivors != null && !outranks(from, freeze.applied()))) {
            askedEarly.put(from, freeze);
            return;
        }
        survivors = null;
        promised = from;
        freeze();
        send(from, new MetadataMessage.Frozen(freeze.epoch(), log.epoch(), log.applied()));
    }

    /// The one that is further, or else the elder.
    private boolean outranks(NodeName other, long applied) {
        MetadataMessage.Freeze mine = candidacy;
        if (mine == null || applied != mine.applied()) {
            return mine == null || applied > mine.applied();
        }
        for (NodeName each : state.running()) {
            if (each.equals(self) || each.equals(other)) {
                return each.equals(other);
            }
        }
        return other.compareTo(self) < 0;
    }

    private void onFollow(NodeName from, long epoch, long sequence) {
        if (!inside || epoch <= log.epoch()) {
            return;
        }
        if (!log.follow(epoch, sequence)) {
            effects.add(new MetadataEffect.LeftBehind("the metadata of " + from + " are at operation " + sequence
                    + ", these at " + log.applied()));
            return;
        }
        held.clear();
        askedEarly.clear();
        survivors = null;
        promised = null;
        sequencer = from;
        send(from, new MetadataMessage.Applied(log.epoch(), log.applied()));
        resubmit();
    }

    private void onJoin(NodeName from, long joiner) {
        if (sender == null || !links.isLinked(from, joiner) || state.isRunning(from, joiner)) {
            return;
        }
        removeNode(from);
        flush();
        send(from, new MetadataMessage.Snapshot(sender.epoch(), sender.sequence(), state.snapshot(),
                log.between(sender.stable() + 1, sender.sequence())));
        sender.join(from);
        append(null, null, new MetadataChange.NodeJoined(from, joiner));
    }

    private void onSnapshot(NodeName from, MetadataMessage.Snapshot snapshot) {
        if (joining && !from.equals(deaf)) {
            held.clear();
            arrival = new Arrival(from, snapshot);
            enter();
        }
    }

    /// Takes the snapshot once every node that runs by it can be reached.
    private void enter() {
        Arrival ready = arrival;
        if (ready == null || !ready.snapshot().state().running().stream()
                .allMatch(each -> isReachable(each.node(), each.incarnation()))) {
            return;
        }
        arrival = null;
        joining = false;
        inside = true;
        state.restore(ready.snapshot().state());
        log = new OrderedReceiver<>(ready.snapshot().epoch(), ready.snapshot().sequence(), ready.snapshot().recent());
        sequencer = ready.from();
        effects.add(new MetadataEffect.Restored());
        resubmit(); // a master may have asked for a mirror here before this node was told that it is in
    }

    /// Linked, or known to be gone before that mattered.
    private boolean isReachable(NodeName node, long life) {
        return node.equals(self) || links.isLinked(node, life)
                || held.stream().flatMap(each -> each.operations().stream())
                        .anyMatch(each -> each.change().equals(new MetadataChange.NodeLeft(node, life)));
    }

    /// Applies held batches as far as every announced joiner can be reached.
    private void release(boolean regardless) {
        enter();
        while (!held.isEmpty() && arrival == null && (regardless || reachable(held.peek()))) {
            Sequenced next = held.remove();
            List<Operation> fresh = log.accept(next.epoch(), next.first(), next.operations(), next.stable());
            applyAll(fresh);
            if (next.epoch() == log.epoch() && sequencer != null && sender == null) {
                if (!fresh.isEmpty()) {
                    send(sequencer, new MetadataMessage.Applied(log.epoch(), log.applied()));
                }
                stableUpTo(next.stable());
            }
        }
    }

    private boolean reachable(Sequenced batch) {
        return batch.operations().stream()
                .allMatch(each -> !(each.change() instanceof MetadataChange.NodeJoined(NodeName node, long life))
                        || isReachable(node, life));
    }

    private void append(@Nullable NodeName proposer, @Nullable Proposal proposal, MetadataChange change) {
        if (sender != null) {
            Operation operation = new Operation(proposer, proposal, change);
            long sequence = sender.append(operation);
            applyAll(log.accept(sender.epoch(), sequence, List.of(operation), sender.stable()));
            if (sender.stable() == sequence) {
                stableUpTo(sequence);
            }
        }
    }

    private void applyAll(List<Operation> operations) {
        long number = log.applied() - operations.size();
        for (Operation each : operations) {
            number++;
            member |= each.change().equals(new MetadataChange.NodeJoined(self, incarnation));
            MetadataState.Outcome outcome = state.apply(each.proposer(), each.proposal(), each.change());
            effects.add(new MetadataEffect.Changed(each.change(), outcome));
            if (self.equals(each.proposer()) && each.proposal() != null && each.proposal().incarnation() == incarnation
                    && pending.remove(each.proposal().number()) != null) {
                unstable.put(number, new MetadataEffect.Answered(each.proposal().number(), outcome.effective()));
            }
        }
    }

    private void stableUpTo(long sequence) {
        effects.addAll(unstable.headMap(sequence, true).values());
        unstable.headMap(sequence, true).clear();
    }

    private void flush() {
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

    private void send(NodeName to, MetadataMessage message) {
        effects.add(new MetadataEffect.Send(to, message));
    }
}
