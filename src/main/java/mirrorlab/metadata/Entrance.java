package mirrorlab.metadata;

import java.util.ArrayDeque;
import mirrorlab.metadata.MetadataMessage.Sequenced;
import mirrorlab.multicast.OrderedReceiver;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// How nodes come in: this one, and at the sequencer others.
///
/// A joiner may be announced by the sequencer before this node's own link to it is up: what the sequencer says is held until
/// then, so that a node known to run can always be reached.
final class Entrance {
    private final MetadataCopy copy;
    private final ArrayDeque<Sequenced> held = new ArrayDeque<>();
    private @Nullable Arrival arrival;
    private boolean joining;
    /// A lost sequencer whose word counts no more.
    private @Nullable NodeName deaf;

    /// A snapshot that waits for links.
    private record Arrival(NodeName from, MetadataMessage.Snapshot snapshot) {}

    Entrance(MetadataCopy copy) {
        this.copy = copy;
    }

    boolean isHolding() {
        return !held.isEmpty();
    }

    void join(NodeName by) {
        joining = true;
        copy.send(by, new MetadataMessage.Join(copy.incarnation));
    }

    /// Another one asks the sequencer.
    void letIn(NodeName from, long joiner) {
        var sender = copy.sender;
        if (sender == null || !copy.links.isLinked(from, joiner) || copy.state.isRunning(from, joiner)) {
            return;
        }
        copy.removeNode(from);
        copy.flush();
        copy.send(from, new MetadataMessage.Snapshot(sender.epoch(), sender.sequence(), copy.state.snapshot(),
                copy.log.between(sender.stable() + 1, sender.sequence())));
        sender.join(from);
        copy.append(null, null, new MetadataChange.NodeJoined(from, joiner));
    }

    void on(NodeName from, MetadataMessage.Snapshot snapshot) {
        if (joining && !from.equals(deaf)) {
            held.clear();
            arrival = new Arrival(from, snapshot);
            enter();
        }
    }

    void on(NodeName from, Sequenced batch) {
        if (!from.equals(deaf)) { // of a sequencer that is lost
            held.add(batch);
            release(false);
        }
    }

    /// It lives: this node may ask it again.
    void letGo(NodeName from) {
        if (from.equals(deaf)) {
            deaf = null;
        }
    }

    /// Others lost the sequencer that this node asked to be let in. It may live, and would wait for this node; they go on
    /// without it, so what it still says would let this node in nowhere.
    void forsake(NodeName lost, long life) {
        if (!copy.inside && joining && !lost.equals(deaf) && copy.links.isLinked(lost, life)) {
            copy.send(lost, new MetadataMessage.Leave(copy.incarnation));
            deaf = lost;
            arrival = null;
            forget();
        }
    }

    /// What was held is of a stream that ended.
    void forget() {
        held.clear();
    }

    void linkEnded(NodeName peer) {
        letGo(peer);
        if (arrival != null && arrival.from().equals(peer)) {
            arrival = null; // whoever sequences now will be asked
            forget();
        }
        if (copy.inside && !copy.isMember() && peer.equals(copy.sequencer)) {
            copy.inside = false; // it was gone before it let this node in
            copy.sequencer = null;
            forget();
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
        copy.inside = true;
        copy.state.restore(ready.snapshot().state());
        copy.log = new OrderedReceiver<>(ready.snapshot().epoch(), ready.snapshot().sequence(),
                ready.snapshot().recent());
        copy.sequencer = ready.from();
        copy.tell(new MetadataEffect.Restored());
        copy.resubmit(); // a master may have asked for a mirror here before this node was told that it is in
    }

    /// Linked, or known to be gone before that mattered.
    private boolean isReachable(NodeName node, long life) {
        return node.equals(copy.self) || copy.links.isLinked(node, life)
                || held.stream().flatMap(each -> each.operations().stream())
                        .anyMatch(each -> each.change().equals(new MetadataChange.NodeLeft(node, life)));
    }

    /// Applies held batches as far as every announced joiner can be reached.
    ///
    /// @param regardless
    ///            all of them: nobody will be asked for what is missing
    void release(boolean regardless) {
        enter();
        while (!held.isEmpty() && arrival == null && (regardless || isReachable(held.peek()))) {
            copy.apply(held.remove());
        }
    }

    private boolean isReachable(Sequenced batch) {
        return batch.operations().stream()
                .allMatch(each -> !(each.change() instanceof MetadataChange.NodeJoined(NodeName node, long life))
                        || isReachable(node, life));
    }
}
