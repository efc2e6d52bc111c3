package mirrorlab.amqp;

import java.util.HashSet;
import java.util.Set;
import mirrorlab.channel.ClientEvent;
import org.jspecify.annotations.Nullable;

/// Channels whose client the node asked to send no more. While there is one, the connection's next publish waits and
/// nothing behind it is read, so that the client is slowed down by its socket; a client that does not publish is not
/// touched (P-30).
///
/// Changed by the node's loop only; passed by the reading thread.
final class Holds {
    private final Gate gate = new Gate();
    private final Set<Integer> channels = new HashSet<>();
    private boolean toldBlocked;

    void pass() throws InterruptedException {
        gate.pass();
    }

    boolean isHeld() {
        return gate.isClosed();
    }

    /// The connection ends: whoever waits goes on.
    void open() {
        gate.open();
    }

    /// @param notify
    ///            the client understands connection.blocked
    /// @return what the client is told, null for nothing: flow without a reason is felt only
    ClientEvent.@Nullable Flow on(int channel, ClientEvent.Flow flow, boolean notify) {
        if (flow.active()) {
            return release(channel);
        }
        channels.add(channel);
        gate.close();
        if (!notify || flow.reason() == null || toldBlocked) {
            return null;
        }
        toldBlocked = true;
        return flow;
    }

    /// The channel may go on, or is gone.
    ClientEvent.@Nullable Flow release(int channel) {
        if (!channels.remove(channel) || !channels.isEmpty()) {
            return null;
        }
        gate.open();
        var told = toldBlocked;
        toldBlocked = false;
        return told ? new ClientEvent.Flow(true, null) : null;
    }
}
