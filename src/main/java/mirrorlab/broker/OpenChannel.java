package mirrorlab.broker;

import java.util.Map;
import mirrorlab.broker.AdminReply.ChannelView;
import mirrorlab.broker.AdminReply.ConsumerView;
import mirrorlab.channel.ChannelState;
import mirrorlab.channel.Client;
import mirrorlab.channel.ClientChannel;

/// A channel of a client of this node. Equal only to itself: it stands in sets while its machine changes.
final class OpenChannel {
    private final Connection connection;
    private final int number;
    private final ClientChannel machine;

    /// @param number
    ///            negative for a channel that does one method for an administrator
    record Connection(long number, Client client, Map<Integer, OpenChannel> channels) {
        boolean isDirect() {
            return number < 0;
        }
    }

    OpenChannel(Connection connection, int number, ClientChannel machine) {
        this.connection = connection;
        this.number = number;
        this.machine = machine;
    }

    Connection connection() {
        return connection;
    }

    int number() {
        return number;
    }

    ClientChannel machine() {
        return machine;
    }

    ChannelView view() {
        ChannelState now = machine.state();
        return new ChannelView(machine.id(), number, now.confirms(), now.transactional(), now.prefetch(),
                now.globalPrefetch(), now.unacknowledged(), now.unconfirmed(), now.uncommitted(), now.acksUncommitted(),
                now.consumers().stream().map(each -> new ConsumerView(each.queue(), each.tag(), each.prefetch(),
                        each.autoAck(), each.exclusive(), each.arguments())).toList(),
                now.flow());
    }
}
