package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// A step did not succeed: what becomes `error` in its result.
final class StepFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient ObjectNode error;

    private StepFault(String message, ObjectNode error) {
        super(message);
        this.error = error;
    }

    ObjectNode error() {
        return error;
    }

    private static ObjectNode kind(String kind) {
        return JsonNodeFactory.instance.objectNode().put("kind", kind);
    }

    private static StepFault of(String kind, String text) {
        return new StepFault(text, kind(kind).put("text", text));
    }

    /// @param kind
    ///            `channel_closed` or `connection_closed`
    static StepFault closed(String kind, int replyCode, String text) {
        return new StepFault(text, kind(kind).put("reply_code", replyCode).put("text", text));
    }

    static StepFault refused() {
        return new StepFault("the node accepts no connection", kind("connection_refused"));
    }

    static StepFault lost() {
        return new StepFault("the connection broke", kind("connection_lost"));
    }

    static StepFault timeout(double seconds) {
        String shown = seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds);
        return of("timeout", "no answer within " + shown + "s");
    }

    /// What rabbitmqctl would have said.
    static StepFault cli(int exitCode, String text) {
        return new StepFault(text, kind("cli").put("exit_code", exitCode).put("text", text));
    }

    static StepFault noRunningNode() {
        return new StepFault("no node runs", kind("no_running_node"));
    }

    /// The command makes no sense at this moment: killing a dead node, starting a running one.
    static StepFault notPossible(String text) {
        return of("not_possible", text);
    }

    static StepFault unknown(String text) {
        return of("unknown", text);
    }

    static StepFault notYetRun(String step) {
        return of("not_yet_run", "this version does not play the step " + step);
    }

    static StepFault bootFailed() {
        return new StepFault("the boot failed", kind("boot_failed"));
    }

    static StepFault bootWaiting() {
        return new StepFault("the boot waits for other nodes", kind("boot_waiting"));
    }

    static StepFault expectation(String text) {
        return of("expectation", text);
    }
}
