package mirrorlab.channel;

import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The address of a channel's own reply consumer (direct reply-to): a routing key of the default exchange that leads to the
/// channel from every node of the cluster, without any queue.
///
/// @param key cannot be guessed; the channel's consumer has it, too
record DirectReply(ChannelId channel, String key) {
    /// What clients consume from and put into reply_to.
    static final String QUEUE = "amq.rabbitmq.reply-to";
    private static final String PREFIX = QUEUE + ".";

    static boolean isAddress(String routingKey) {
        return routingKey.startsWith(PREFIX);
    }

    String address() {
        return PREFIX + key + "." + channel.serial() + "." + channel.incarnation() + "." + channel.node();
    }

    /// Null when it is none.
    static @Nullable DirectReply of(String address) {
        String[] parts = address.substring(PREFIX.length()).split("\\.", 4);
        try {
            return parts.length < 4
                    ? null
                    : new DirectReply(new ChannelId(NodeName.of(parts[3]), Long.parseLong(parts[2]),
                            Long.parseLong(parts[1])), parts[0]);
        } catch (IllegalArgumentException notAnAddress) {
            return null;
        }
    }
}
