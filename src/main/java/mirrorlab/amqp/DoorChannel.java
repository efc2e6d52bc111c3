package mirrorlab.amqp;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import mirrorlab.amqp.wire.ChannelError;
import mirrorlab.amqp.wire.ContentAssembly;
import org.jspecify.annotations.Nullable;

/// One open channel as the door knows it. The reading thread and the node's loop move its phase, each by
/// compare-and-set; the content belongs to the reading thread.
///
/// ```
///          client's channel.close             core: ChannelClosed
///   OPEN ───────────────────────────> CLOSING ───────────────────> gone, close-ok is sent
///    │ core: ChannelFailed                                          client's close-ok
///    ├──────────────────────────────> FAILED, channel.close is sent ───────────────> gone
///    │ door: content too large                  ^
///    └─────────────> REFUSED ───────────────────┘ core: ChannelClosed
/// ```
///
/// Whatever a client sends on a channel that is not OPEN is swallowed, apart from closing words.
final class DoorChannel {

    enum Phase {
        OPEN, CLOSING, FAILED, REFUSED
    }

    final int number;
    final ContentAssembly content;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
    private volatile @Nullable ChannelError refusal;

    DoorChannel(int number, int bodyMax) {
        this.number = number;
        this.content = new ContentAssembly(bodyMax);
    }

    Phase phase() {
        return Objects.requireNonNull(phase.get());
    }

    boolean move(Phase from, Phase to) {
        return phase.compareAndSet(from, to);
    }

    /// The door fails the channel by itself: the core is asked to close it first, so that nothing of it comes later.
    ///
    /// @return false when it is not open any more
    boolean refuse(ChannelError error) {
        refusal = error;
        return move(Phase.OPEN, Phase.REFUSED);
    }

    @Nullable
    ChannelError refusal() {
        return refusal;
    }
}
