package mirrorlab.amqp;

import mirrorlab.channel.ClientEvent;
import org.jspecify.annotations.Nullable;

/// What a memory alarm does to one connection: as in RabbitMQ at the first publish after it the client is told, if it
/// understands that; this publish waits, and nothing is read from its socket until the alarm is over. A client that does
/// not publish is not touched.
///
/// Turned by the node's loop; the reading thread passes.
final class AlarmHold {
    private final Gate gate = new Gate();
    private String reason = "";
    private boolean on;
    private boolean told;

    /// The alarm began or is over.
    ///
    /// @return what the client is told, null for nothing
    synchronized ClientEvent.@Nullable Flow turn(ClientEvent.Flow flow) {
        on = !flow.active();
        if (on) {
            reason = flow.reason() == null ? "" : flow.reason();
            gate.close();
            return null;
        }
        gate.open();
        boolean wasTold = told;
        told = false;
        return wasTold ? flow : null;
    }

    /// The client publishes.
    ///
    /// @return what it is told, null for nothing
    synchronized ClientEvent.@Nullable Flow published() {
        if (!on || told) {
            return null;
        }
        told = true;
        return new ClientEvent.Flow(false, reason);
    }

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
}
