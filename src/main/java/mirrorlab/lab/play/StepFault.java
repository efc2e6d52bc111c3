package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import mirrorlab.lab.Texts;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.ledger.Sentence;

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

    /// In English as `text`, and as `key` and `values`, so that a window can say it in its own language.
    private static StepFault of(String kind, Sentence sentence) {
        StepFault fault = of(kind, Texts.english().say(sentence));
        ArrayNode values = fault.error.put("key", sentence.key()).putArray("values");
        sentence.values().forEach(each -> values.add(each.toString()));
        return fault;
    }

    static StepFault of(NotPossible fault) {
        Sentence sentence = fault.sentence();
        return sentence == null
                ? notPossible("other", String.valueOf(fault.getMessage()))
                : of("not_possible", sentence);
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
        return of("timeout", Sentence.of("fault.timeout", shown));
    }

    /// What rabbitmqctl would have said.
    static StepFault cli(int exitCode, String text) {
        return new StepFault(text, kind("cli").put("exit_code", exitCode).put("text", text));
    }

    static StepFault noRunningNode() {
        return new StepFault("no node runs", kind("no_running_node"));
    }

    /// The command makes no sense at this moment: killing a dead node, starting a running one.
    ///
    /// @param key
    ///            of the bundle, without `fault.`
    static StepFault notPossible(String key, String... values) {
        return of("not_possible", new Sentence("fault." + key, List.of((Object[]) values)));
    }

    static StepFault unknown(String key, String... values) {
        return of("unknown", new Sentence("fault." + key, List.of((Object[]) values)));
    }

    static StepFault notYetRun(String step) {
        return of("not_yet_run", Sentence.of("fault.not-yet", step));
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
