package mirrorlab.broker;

import java.util.LinkedHashMap;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.metadata.MetadataEffect;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.metadata.MetadataState;
import mirrorlab.policy.Policy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The changes of the metadata: who on this node proposed which, and what follows on this node from those that are applied.
final class Changes {
    private final Broker broker;
    private final Map<Long, Proposer> proposers = new LinkedHashMap<>();

    Changes(Broker broker) {
        this.broker = broker;
    }

    void propose(MetadataChange change, Proposer proposer) {
        proposers.put(broker.metadata().propose(change), proposer);
    }

    void perform(MetadataEffect effect) {
        switch (effect) {
            case MetadataEffect.Send(NodeName to, MetadataMessage message) -> broker.send(to, message);
            case MetadataEffect.Restored() -> {
                broker.started().booting().restored();
                broker.state().queues().forEach(each -> recorded(each.queue(), "restored"));
                broker.state().policies().forEach(each -> broker.happened(Catalogue.policySet(each)));
                broker.state().operatorPolicies().forEach(each -> broker.happened(Catalogue.operatorPolicySet(each)));
            }
            case MetadataEffect.Changed(MetadataChange change, MetadataState.Outcome outcome) ->
                changed(change, outcome);
            case MetadataEffect.Answered(long number, boolean effective) ->
                answered(proposers.remove(number), effective);
            case MetadataEffect.LeftBehind(String text) -> broker.effects.add(new Effect.BootFailed(text));
        }
    }

    private void changed(MetadataChange change, MetadataState.Outcome outcome) {
        if (outcome.effective()) {
            switch (change) {
                case MetadataChange.NodeJoined(NodeName node, long life) when node.equals(broker.self())
                        && life == broker.incarnation() ->
                    broker.happened(TopologyNews.known(broker.state()));
                case MetadataChange.QueueCreated created ->
                    broker.replicas.startMaster(created.master(), created.queue(), false);
                case MetadataChange.QueueRecovered recovered ->
                    broker.replicas.startMaster(recovered.master(), recovered.queue(), true);
                case MetadataChange.PolicySet(Policy policy) -> broker.happened(Catalogue.policySet(policy));
                case MetadataChange.PolicyCleared(String vhost, String name) ->
                    broker.happened(new Happening.PolicyCleared(vhost, name));
                case MetadataChange.OperatorPolicySet(Policy policy) ->
                    broker.happened(Catalogue.operatorPolicySet(policy));
                case MetadataChange.OperatorPolicyCleared(String vhost, String name) ->
                    broker.happened(new Happening.OperatorPolicyCleared(vhost, name));
                case MetadataChange.VhostDeleted(String vhost) -> broker.started().clients().vhostDeleted(vhost);
                case MetadataChange.UserDeleted(String user) -> broker.started().clients().userDeleted(user);
                case MetadataChange.PermissionsSet _,MetadataChange.PermissionsCleared _ ->
                    broker.started().clients().permissionsChanged();
                default -> {
                }
            }
        }
        if (change instanceof MetadataChange.QueueCreated created) {
            broker.replicas.born(created.master());
        } else if (change instanceof MetadataChange.QueueRecovered recovered) {
            broker.replicas.born(recovered.master());
        }
        String reason = switch (change) {
            case MetadataChange.QueueDeleted deleted -> deleted.reason();
            case MetadataChange.VhostDeleted unused -> "deleted";
            default -> "node-down";
        };
        outcome.changed().forEach(each -> recorded(each, reason));
        TopologyNews.of(outcome.topology(), broker.state()).forEach(broker::happened);
        if (outcome.effective()) {
            TopologyNews.of(change).ifPresent(broker::happened);
            PassedOver.by(change, broker.state(), broker.self()).forEach(broker::happened);
        }
        broker.started().booting().changed(change, outcome);
        if (change instanceof MetadataChange.NodeLeft(NodeName node, long life)) {
            broker.peers.leftOut(node, life);
        } else if (change instanceof MetadataChange.NodeJoined(NodeName node, long life)
                && broker.peers.takenBack(node, life)) {
            broker.replicas.takenBack();
        }
    }

    private void recorded(QueueName queue, String reason) {
        QueueRecord record = broker.state().queue(queue);
        if (record == null) {
            broker.happened(new Happening.QueueRemoved(queue, broker.state().version(), reason));
        } else {
            broker.happened(new Happening.QueueRecorded(queue, record.version(), record.durable(), record.autoDelete(),
                    record.exclusive(), record.arguments(), record.master(), record.mirrors(), record.synchronised(),
                    record.recoverable(), record.policy(), record.down() ? "down" : "live"));
        }
        broker.replicas.recordChanged(queue, record);
        broker.started().clients().recordChanged(queue);
    }

    private void answered(@Nullable Proposer proposer, boolean effective) {
        switch (proposer) {
            case Proposer.OfReplica(ReplicaId id, MetadataChange change) ->
                broker.replicas.answered(id, change, effective);
            case Proposer.OfAdministrator(long request) -> broker.started().administration().applied(request);
            case Proposer.OfChannel(ChannelId channel, QueueName queue) ->
                broker.started().clients().creations.created(channel, queue);
            case Proposer.OfChange(ChannelId channel) -> broker.started().clients().changed(channel, effective);
            case Proposer.OfBoot() -> broker.started().booting().answered();
            case Proposer.OfStop() -> {
            }
            case null -> {
            }
        }
    }
}
