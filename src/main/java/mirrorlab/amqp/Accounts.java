package mirrorlab.amqp;

import java.util.concurrent.Future;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;

/// Where the door asks who may come in: {@link AdminCommand.LogIn}, {@link AdminCommand.OpenVhost} and
/// {@link AdminCommand.OpenChannel}. Never asked on the node's
/// loop thread.
public interface Accounts {
    Future<AdminReply> ask(AdminCommand question) throws InterruptedException;
}
