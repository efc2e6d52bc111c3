package mirrorlab.http;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.node.NodeLoop;

/// Asks the node and turns its refusals into problems.
record Administration(NodeLoop loop) {
    /// Longer than the node itself looks for a missing master (F-25).
    private static final long PATIENCE_SECONDS = 90;

    <T extends AdminReply> T ask(Class<T> expected, AdminCommand command) throws HttpProblem, InterruptedException {
        return answer(expected, loop.administer(command), PATIENCE_SECONDS);
    }

    /// Waits as long as it takes.
    AdminReply.Done await(AdminCommand command) throws HttpProblem, InterruptedException {
        return answer(AdminReply.Done.class, loop.administer(command), Long.MAX_VALUE);
    }

    /// @throws HttpProblem
    ///             401 with RabbitMQ's words
    Caller logIn(AdminCommand.LogIn login) throws HttpProblem, InterruptedException {
        AdminReply.LoggedIn user = ask(AdminReply.LoggedIn.class, login);
        return new Caller(user.user(), user.tags());
    }

    static <T> T within(Future<T> future, long seconds) throws HttpProblem, InterruptedException {
        try {
            return future.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new HttpProblem(503, "timeout", "the node did not answer within " + seconds + " s");
        } catch (ExecutionException e) {
            throw new HttpProblem(503, "nodedown", String.valueOf(e.getCause()));
        }
    }

    private static <T extends AdminReply> T answer(Class<T> expected, Future<AdminReply> future, long seconds)
            throws HttpProblem, InterruptedException {
        AdminReply reply = within(future, seconds);
        if (reply instanceof AdminReply.Refused(String kind, String text)) {
            throw refusal(kind, text);
        }
        return expected.cast(reply);
    }

    private static HttpProblem refusal(String kind, String text) {
        String reason = text.isEmpty() ? kind : text;
        return switch (kind) {
            // as rabbit_runtime_parameters puts it: a headline, a blank line, the sentence
            case "validation" -> HttpProblem.badRequest("Validation failed\n\n" + text + "\n");
            case "not_found" -> new HttpProblem(404, "Object Not Found", text.isEmpty() ? "Not Found" : text);
            case "not_authorised" -> HttpProblem.notAuthorised(reason);
            case "access_refused" -> HttpProblem.notAuthorised("Login failed");
            case "vhost_not_found", "user_not_found", "queue_not_found" -> new HttpProblem(404, kind, reason);
            case "timeout", "nodedown", "stopping" -> new HttpProblem(503, kind, reason);
            default -> new HttpProblem(400, kind, reason);
        };
    }
}
