package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.mirror.ReplicaOperation;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.ReplicaId;

/// Faults of a broker, made by changing what its nodes say to each other. Each breaks a rule that the invariants know.
enum PlantedFault implements Tampering {

    /// A mirror confirms what its channel sent before the master's stream brought it, and before its disk has it (P-20).
    CONFIRMS_EARLY {
        @Override
        public List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message) {
            if (message instanceof DirectCopy(ReplicaId mirror, var published, boolean confirm, boolean isMirror)
                    && isMirror
                    && confirm) {
                cluster.inject(to, from, new QueueMessage.Confirm(published.id().channel(), mirror,
                        MessageSet.of(published.id())));
            }
            return List.of(message);
        }
    },

    /// What one survivor has and another lacks stays so when the master has died (G-04).
    SKIPS_THE_FILL {
        @Override
        public List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message) {
            return message instanceof ReplicaMessage.Fill ? List.of() : List.of(message);
        }
    },

    /// A mirror puts what its channel sent into its queue at once, not in the master's order (P-10).
    ENQUEUES_DIRECT_COPIES {
        @Override
        public List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message) {
            Replica mirror = message instanceof DirectCopy copy ? cluster.invariants().replica(copy.to()) : null;
            if (!(message instanceof DirectCopy copy) || mirror == null
                    || !mirror.position().phase().equals("following")) {
                return List.of(message);
            }
            Replica.Position at = mirror.position();
            return List.of(message, new ReplicaMessage.Operations(copy.to(), at.leader(), at.epoch(), at.sequence() + 1,
                    List.of(new ReplicaOperation.Publish(copy.message())), 0));
        }
    },

    /// A promoted mirror goes on in its predecessor's epoch: nothing fences the old one off.
    KEEPS_THE_EPOCH {
        @Override
        public List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message) {
            return message instanceof ReplicaMessage.Follow(ReplicaId mirror, ReplicaId master, long epoch, long sequence)
                    ? List.of(new ReplicaMessage.Follow(mirror, master, epoch - 1, sequence))
                    : List.of(message);
        }
    },

    /// Mirrors do not hear how urgent a message is.
    FORGETS_PRIORITIES {
        @Override
        public List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message) {
            return changed(message, each -> each instanceof ReplicaOperation.Publish(Message published)
                    ? new ReplicaOperation.Publish(new Message(published.id(), published.exchange(),
                            published.routingKey(), published.persistent(), 0, published.expiry(),
                            published.properties(), published.body()))
                    : each);
        }
    },

    /// What expires at the master, or is over its limit, stays with its mirrors.
    KEEPS_WHAT_IS_DROPPED {
        @Override
        public List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message) {
            return changed(message,
                    each -> each instanceof ReplicaOperation.Drop(long left, long dropped, boolean ackRequired)
                            && !ackRequired ? new ReplicaOperation.Requeue(MessageSet.EMPTY) : each);
        }
    },

    /// The master puts messages back and does not say so.
    FORGETS_REQUEUES {
        @Override
        public List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message) {
            return changed(message, each -> each instanceof ReplicaOperation.Requeue
                    ? new ReplicaOperation.Requeue(MessageSet.EMPTY)
                    : each);
        }
    };

    /// A master's operations, each as something else.
    private static List<PeerMessage> changed(PeerMessage message, UnaryOperator<ReplicaOperation> change) {
        if (!(message instanceof ReplicaMessage.Operations operations)) {
            return List.of(message);
        }
        List<ReplicaOperation> changed = new ArrayList<>(operations.operations());
        changed.replaceAll(change);
        return List.of(new ReplicaMessage.Operations(operations.to(), operations.from(), operations.epoch(),
                operations.first(), changed, operations.stable()));
    }
}
