package mirrorlab.lab.play;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.vocabulary.Shown;

/// The steps `set_policy` and `clear_policy`, with rabbitmqctl's words (C-09, PO-07, PO-23).
final class PolicyActions {
    private static final double PATIENCE = 20;
    /// rabbitmqctl takes JSON in single quotes, too (PO-23).
    private static final ObjectMapper LENIENT = JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private final Stage stage;
    private final Cli cli;

    PolicyActions(Stage stage) {
        this.stage = stage;
        cli = new Cli(stage.cluster());
    }

    void set(StepFields step, ObjectNode result) throws StepFault {
        boolean operator = step.flag("operator");
        String name = step.text("name");
        String pattern = step.text("pattern");
        String vhost = step.text("vhost");
        String priority = step.text("priority");
        JsonNode said = step.json("definition");
        String typed = said.isTextual() ? said.textValue() : TypedJson.of(said);
        String banner = "Setting " + (operator ? "operator policy override" : "policy") + " \"" + name
                + "\" for pattern \"" + pattern + "\" to \"" + typed
                + "\" with priority \""
                + priority + "\" for vhost \"" + vhost + "\" ...";
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("pattern", pattern)
                .put("priority", priority(priority, name, pattern, typed)).put("apply-to", step.text("apply-to"));
        body.set("definition", definition(said, banner));
        cli.ask(stage.node(step, result), "PUT", path(operator, vhost, name), body, banner, PATIENCE);
        Cli.printed(result, banner);
    }

    private static int priority(String said, String name, String pattern, String typed) throws StepFault {
        try {
            return Integer.parseInt(said);
        } catch (NumberFormatException e) {
            throw Cli.usage("Error (argument validation): Invalid options for this command:\n--priority : " + said
                    + "\nArguments given:\n\tset_policy --priority " + said + " " + name + " " + pattern + " " + typed);
        }
    }

    private static JsonNode definition(JsonNode said, String banner) throws StepFault {
        if (!said.isTextual()) {
            return said;
        }
        JsonNode parsed;
        try {
            parsed = LENIENT.readTree(said.textValue());
        } catch (JsonProcessingException e) {
            throw Cli.failed("JSON decoding error. Reason: badarg", banner);
        }
        if (parsed.isMissingNode()) {
            throw Cli.failed("JSON decoding error. Reason: badarg", banner);
        }
        if (!parsed.isObject()) {
            String shown = Shown.of(parsed);
            throw Cli.failed("{{:badmap, " + shown + "}, [{:maps, :to_list, [" + shown + "], []}]}", banner);
        }
        return parsed;
    }

    void clear(StepFields step, ObjectNode result) throws StepFault {
        boolean operator = step.flag("operator");
        String vhost = step.text("vhost");
        String name = step.text("name");
        String banner = "Clearing " + (operator ? "operator " : "") + "policy \"" + name + "\" on vhost \"" + vhost
                + "\" ...";
        try {
            cli.ask(stage.node(step, result), "DELETE", path(operator, vhost, name), null, banner, PATIENCE);
        } catch (StepFault fault) {
            String text = fault.error().path("text").asText();
            throw text.contains("DIAGNOSTICS") || !text.startsWith("Error:\n") && !text.startsWith("Virtual host")
                    ? fault
                    : Cli.failed("Parameter does not exist", banner);
        }
        Cli.printed(result, banner);
    }

    private static String path(boolean operator, String vhost, String name) {
        return (operator ? "/api/operator-policies/" : "/api/policies/") + NodeApi.part(vhost) + "/"
                + NodeApi.part(name);
    }
}
