package mirrorlab.broker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import mirrorlab.channel.ChannelEffect;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.mirror.Replica;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.InitialPlacement;
import mirrorlab.policy.Policy;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// Queues that channels declare: a home is chosen (PO-18), the home's node proposes the record, and the channel hears of it
/// when the first mirrors run (S-04).
final class Creations {
    private static final String LOCATOR = "queue-master-locator";
    private final Broker broker;
    private final BiConsumer<ChannelId, QueueName> declared;
    /// Recorded; mirrors are still being started.
    private final List<Birth> births = new ArrayList<>();
    /// Asked of another node.
    private final Map<Birth, Away> away = new LinkedHashMap<>();

    private record Birth(ChannelId channel, QueueName queue) {}

    private record Away(NodeName home, QueueMessage.CreateQueue request) {}

    /// @param declared tells a channel of this node
    Creations(Broker broker, BiConsumer<ChannelId, QueueName> declared) {
        this.broker = broker;
        this.declared = declared;
    }

    /// @param owner of an exclusive queue, which stays where its connection is (P-03)
    void create(ChannelId channel, @Nullable String owner, ChannelEffect.Create create) {
        QueueMessage.CreateQueue request = new QueueMessage.CreateQueue(channel, create.queue(), create.durable(),
                create.autoDelete(), create.arguments());
        if (owner == null) {
            create(request);
        } else {
            propose(request, owner, false);
        }
    }

    private void create(QueueMessage.CreateQueue request) {
        NodeName home = home(request);
        if (home.equals(broker.self())) {
            propose(request, null, isMirrored(request.queue()));
        } else {
            away.put(new Birth(request.channel(), request.queue()), new Away(home, request));
            broker.send(home, request);
        }
    }

    private NodeName home(QueueMessage.CreateQueue request) {
        Policy policy = broker.state().policyFor(request.queue()).orElse(null);
        Object locator = request.arguments().get("x-" + LOCATOR);
        if (locator == null && policy != null) {
            locator = policy.definition().get(LOCATOR);
        }
        if (locator == null) {
            return broker.self();
        }
        Map<NodeName, Integer> masters = new TreeMap<>();
        for (QueueRecord each : broker.state().queues()) {
            masters.merge(each.master().node(), 1, Integer::sum);
        }
        HaSettings settings = policy == null ? null : HaSettings.of(policy.definition()).orElse(null);
        return InitialPlacement.home(locator.toString(), broker.self(), settings == null ? null : settings.mode(),
                broker.running(), masters, broker.started().chance());
    }

    private boolean isMirrored(QueueName queue) {
        return broker.state().policyFor(queue).map(policy -> policy.definition().containsKey("ha-mode")).orElse(false);
    }

    private void propose(QueueMessage.CreateQueue request, @Nullable String owner, boolean mirrored) {
        broker.changes.propose(
                new MetadataChange.QueueCreated(request.queue(), request.durable(), request.autoDelete(), owner,
                        request.arguments(), broker.replicas.unbornMaster(), mirrored),
                new Proposer.OfChannel(request.channel(), request.queue()));
    }

    /// Another node's channel declares a queue whose home is here. A node that stops says nothing: its end is the answer.
    void asked(QueueMessage.CreateQueue request) {
        if (!broker.isStopping()) {
            propose(request, null, isMirrored(request.queue()));
        }
    }

    /// The proposal was applied, or somebody else's was before.
    void created(ChannelId channel, QueueName queue) {
        births.add(new Birth(channel, queue));
    }

    void ready(QueueMessage.QueueReady ready) {
        if (away.remove(new Birth(ready.channel(), ready.queue())) != null) {
            declared.accept(ready.channel(), ready.queue());
        }
    }

    void channelGone(ChannelId channel) {
        away.keySet().removeIf(each -> each.channel().equals(channel));
    }

    /// What it was asked for is asked for again, elsewhere.
    void nodeGone(NodeName node) {
        List<Away> lost = away.values().stream().filter(each -> each.home().equals(node)).toList();
        lost.forEach(each -> away.remove(new Birth(each.request().channel(), each.request().queue())));
        lost.forEach(each -> create(each.request()));
    }

    boolean settle() {
        boolean any = false;
        for (Birth each : List.copyOf(births)) {
            Replica replica = broker.replicas.of(each.queue());
            if (replica == null || !replica.isPlacing()) {
                births.remove(each);
                any = true;
                if (each.channel().node().equals(broker.self())) {
                    declared.accept(each.channel(), each.queue());
                } else {
                    broker.send(each.channel().node(), new QueueMessage.QueueReady(each.channel(), each.queue()));
                }
            }
        }
        return any;
    }

    List<String> busy() {
        List<String> busy = new ArrayList<>();
        births.forEach(each -> busy.add(each.queue() + " is being created"));
        away.forEach((birth, its) -> busy.add(birth.queue() + " is being created at " + its.home()));
        return busy;
    }
}
