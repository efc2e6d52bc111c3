package mirrorlab.channel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;

/// What the parts of one channel say, in order: to its client, to replicas, to the journal. It remembers which replicas have
/// heard of the channel.
final class ChannelOutput {
    final ChannelId id;
    final ChannelReport report;
    private final Consumer<ClientEvent> ending;
    private final Set<ReplicaId> touched = new LinkedHashSet<>();
    private List<ChannelEffect> effects = new ArrayList<>();

    /// @param ending ends the channel with what its client is told
    ChannelOutput(ChannelId id, Consumer<ClientEvent> ending) {
        this.id = id;
        this.ending = ending;
        report = new ChannelReport(id);
    }

    List<ChannelEffect> take() {
        List<ChannelEffect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }

    void add(ChannelEffect effect) {
        effects.add(effect);
    }

    void event(ClientEvent event) {
        effects.add(new ChannelEffect.Event(event));
    }

    void send(QueueMessage.ToReplica message) {
        touched.add(message.to());
        effects.add(new ChannelEffect.ToReplica(message));
    }

    /// What was reported before it, comes before it.
    void happened(Happening happening) {
        report();
        effects.add(new ChannelEffect.Happened(happening));
    }

    void report() {
        report.take().forEach(each -> effects.add(new ChannelEffect.Happened(each)));
    }

    /// A channel error: the channel ends.
    void fail(int code, String text, int classId, int methodId) {
        ending.accept(new ClientEvent.ChannelFailed(code, text, classId, methodId));
    }

    /// A connection error: the channel ends, and the door ends the connection.
    void failConnection(int code, String text, int classId, int methodId) {
        ending.accept(new ClientEvent.ConnectionFailed(code, text, classId, methodId));
    }

    /// @param error of the channel or of the connection
    void fail(ClientEvent error) {
        ending.accept(error);
    }

    void forget(ReplicaId replica) {
        touched.remove(replica);
    }

    /// The replicas on a node that have heard of this channel.
    List<ReplicaId> touchedOn(NodeName node) {
        return touched.stream().filter(each -> each.node().equals(node)).toList();
    }

    /// The last word to all replicas that have heard of this channel.
    void leave() {
        touched.forEach(each -> effects.add(new ChannelEffect.ToReplica(new QueueMessage.ChannelGone(each, id))));
    }
}
