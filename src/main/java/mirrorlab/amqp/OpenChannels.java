package mirrorlab.amqp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import mirrorlab.amqp.DoorChannel.Phase;
import mirrorlab.channel.ClientEvent;
import org.jspecify.annotations.Nullable;

/// One connection's channels: the reading thread opens and forgets them, the node's loop tells what they get.
final class OpenChannels {
    private final Map<Integer, DoorChannel> channels = new ConcurrentHashMap<>();

    int count() {
        return channels.size();
    }

    @Nullable
    DoorChannel get(int number) {
        return channels.get(number);
    }

    void add(DoorChannel channel) {
        channels.put(channel.number, channel);
    }

    void forget(DoorChannel channel) {
        channels.remove(channel.number, channel);
    }

    /// Moves the channel's phase by what the core tells.
    ///
    /// @return what the client is told, null for nothing
    @Nullable
    ClientEvent admit(int number, ClientEvent event) {
        var channel = channels.get(number);
        if (channel == null || channel.phase() == Phase.FAILED) {
            return null;
        }
        return switch (event) {
            case ClientEvent.ChannelFailed failed -> failed(channel, failed);
            case ClientEvent.ChannelClosed closed -> closed(channel, closed);
            default -> event;
        };
    }

    /// A channel that is being closed or refused already hears of that when the core has answered it.
    private static @Nullable ClientEvent failed(DoorChannel channel, ClientEvent.ChannelFailed failed) {
        return channel.move(Phase.OPEN, Phase.FAILED) ? failed : null;
    }

    private @Nullable ClientEvent closed(DoorChannel channel, ClientEvent.ChannelClosed closed) {
        var refusal = channel.refusal();
        if (refusal != null && channel.move(Phase.REFUSED, Phase.FAILED)) {
            return new ClientEvent.ChannelFailed(refusal.code().number(), refusal.text(), refusal.classId(),
                    refusal.methodId());
        }
        if (channel.phase() == Phase.CLOSING) {
            forget(channel);
            return closed;
        }
        return null;
    }
}
