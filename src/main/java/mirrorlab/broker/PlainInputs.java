package mirrorlab.broker;

import mirrorlab.channel.ClientMethod;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.PeerMessage;

/// Inputs that change nothing of who is there: messages on their way, what is said of them, and what clients do with them.
public final class PlainInputs {
    private PlainInputs() {}

    /// Whether a machine may take this one together with those that come next.
    public static boolean contain(Input input) {
        return switch (input) {
            case Input.FromPeer(var peer, long link, PeerMessage message) -> isPlain(message);
            case Input.FromClient(long connection, int channel, ClientMethod method) ->
                method instanceof ClientMethod.BasicPublish || method instanceof ClientMethod.BasicAck;
            case Input.DeliveriesWritten _ -> true;
            default -> false;
        };
    }

    private static boolean isPlain(PeerMessage message) {
        return switch (message) {
            case QueueMessage.DirectCopy _,QueueMessage.Settle _,QueueMessage.ChannelNews _ -> true;
            case QueueMessage.Confirm _,QueueMessage.Delivery _ -> true;
            case ReplicaMessage.Operations _,ReplicaMessage.Applied _ -> true;
            default -> false;
        };
    }
}
