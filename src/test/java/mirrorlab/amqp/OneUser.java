package mirrorlab.amqp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.List;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;

/// A cluster where `guest` may do everything in `/`, and `stranger` nothing.
final class OneUser implements Accounts {

    @Override
    public Future<AdminReply> ask(AdminCommand question) {
        return CompletableFuture.completedFuture(switch (question) {
            case AdminCommand.LogIn(var user, var password) ->
                List.of("guest", "stranger").contains(user) && user.equals(password)
                        ? new AdminReply.LoggedIn(user, List.of())
                        : new AdminReply.Refused("access_refused", "user '" + user + "' - invalid credentials");
            case AdminCommand.OpenVhost(_, var vhost) when !vhost.equals("/") ->
                new AdminReply.Refused("not_allowed", "vhost " + vhost + " not found");
            case AdminCommand.OpenVhost(var user, var vhost) when !user.equals("guest") -> new AdminReply.Refused(
                    "not_allowed", "access to vhost '" + vhost + "' refused for user '" + user + "'");
            case AdminCommand.OpenVhost _,AdminCommand.OpenChannel _ -> new AdminReply.Done("");
            default -> throw new IllegalStateException("not the door's question: " + question);
        });
    }
}
