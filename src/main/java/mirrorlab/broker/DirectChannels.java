package mirrorlab.broker;

import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;

/// What administrators do to queues is done as a client does it, by one method on a channel of its own (rabbit_mgmt_util,
/// with_channel). Such a channel belongs to no connection that lists show, and nothing of it is recorded.
final class DirectChannels {
    private DirectChannels() {}

    static ClientMethod method(AdminCommand.OfQueue command) {
        String queue = command.queue().name();
        return switch (command) {
            case AdminCommand.DeclareQueue declare -> new ClientMethod.QueueDeclare(queue, false, declare.durable(),
                    false, declare.autoDelete(), false, declare.arguments());
            case AdminCommand.DeleteQueue delete ->
                new ClientMethod.QueueDelete(queue, delete.ifUnused(), delete.ifEmpty(), false);
            case AdminCommand.PurgeQueue _ -> new ClientMethod.QueuePurge(queue, false);
        };
    }

    static AdminReply reply(ClientEvent event) {
        return switch (event) {
            case ClientEvent.ChannelFailed(int code, String text, int classId, int methodId) -> refused(code, text);
            case ClientEvent.ConnectionFailed(int code, String text, int classId, int methodId) -> refused(code, text);
            default -> new AdminReply.Done("");
        };
    }

    private static AdminReply refused(int code, String text) {
        return switch (code) {
            case 403 -> new AdminReply.Refused("not_authorised", text);
            case 404 -> new AdminReply.Refused("not_found", text);
            default -> new AdminReply.Refused("bad_request", code + " " + text);
        };
    }
}
