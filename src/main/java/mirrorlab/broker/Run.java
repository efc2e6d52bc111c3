package mirrorlab.broker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import mirrorlab.channel.ClientMethod;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.PeerMessage;
import org.jspecify.annotations.Nullable;

/// Inputs that a machine takes together, in their order: plain ones, and after them at most one other. Plain ones change
/// nothing of who is there: messages on their way, what is said of them, and what clients do with them.
public final class Run {
    private final List<Input> inputs = new ArrayList<>();
    private @Nullable Input other;

    public static Run of(Input only) {
        Run run = new Run();
        run.add(only);
        return run;
    }

    /// @return whether more may follow
    /// @throws IllegalStateException none may
    public boolean add(Input next) {
        if (other != null) {
            throw new IllegalStateException("nothing is taken together with " + other);
        }
        inputs.add(next);
        if (!isPlain(next)) {
            other = next;
        }
        return other == null;
    }

    public List<Input> inputs() {
        return Collections.unmodifiableList(inputs);
    }

    List<Input> plain() {
        return other == null ? inputs : inputs.subList(0, inputs.size() - 1);
    }

    /// The last one, when it is not plain.
    @Nullable
    Input other() {
        return other;
    }

    public int size() {
        return inputs.size();
    }

    public boolean isEmpty() {
        return inputs.isEmpty();
    }

    @Override
    public String toString() {
        return inputs.toString();
    }

    private static boolean isPlain(Input input) {
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
            case QueueMessage.Confirm _,QueueMessage.Delivery _,QueueMessage.Credit _ -> true;
            case ReplicaMessage.Operations _,ReplicaMessage.Applied _ -> true;
            default -> false;
        };
    }
}
