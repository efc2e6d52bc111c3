package mirrorlab.ui.words;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Sentence;
import mirrorlab.lab.play.ResultText;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.HoldPoint;

/// A step as a person would write it on a blackboard. Kinds that the bundle does not know keep the lab's English line.
public record StepWords(Texts texts) {
    private static final List<String> NOT_EXPECTED = List.of("do", "queue", "comment", "comment_zh", "settle", "state",
            "messages",
            "unacknowledged");
    /// More do not fit on a line that is read in passing; the file has them all.
    private static final int MOST_EXPECTATIONS = 4;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public String say(Step step, String otherwise) {
        JsonNode json = step.json();
        String queue = json.path("queue").asText();
        String node = node(json);
        return switch (step.kind()) {
            case "declare_queue" ->
                texts.say(json.path("durable").asBoolean(true) ? "step.declare" : "step.declare.transient",
                        queue, on(node));
            case "publish" -> json.has("exchange")
                    ? texts.say("step.publish.exchange", json.path("count").asInt(1), exchange(json),
                            json.path("routing_key").asText(), on(node))
                    : texts.say("step.publish", json.path("count").asInt(1), queue, on(node));
            case "set_policy" -> texts.say(operator(json, "step.policy"), json.path("name").asText(),
                    json.path("pattern").asText(), definition(json.path("definition")));
            case "clear_policy" -> texts.say(operator(json, "step.clear.policy"), json.path("name").asText());
            case "kill" -> texts.say("step.kill", node);
            case "stop" -> texts.say("step.stop", node);
            case "start" -> texts.say("step.start", node);
            case "add_node" -> texts.say("step.add.node", json.path("name").asText());
            case "start_async" -> texts.say("step.start.async", node);
            case "await_boot" -> texts.say("step.await.boot", node);
            case "rebalance" -> texts.say("step.rebalance");
            case "stop_app" -> texts.say("step.stop.app", node);
            case "start_app" -> texts.say("step.start.app", node);
            case "sync_queue" -> texts.say("step.sync", queue);
            case "cancel_sync_queue" -> texts.say("step.cancel.sync", queue);
            case "get" -> texts.say("step.get", json.path("count").asInt(1), queue, on(node));
            case "drain" -> texts.say("step.drain", queue, on(node));
            case "purge_queue" -> texts.say("step.purge", queue);
            case "delete_queue" -> texts.say("step.delete", queue);
            case "consume" -> texts.say("step.consume", json.path("consumer").asText(), queue, on(node));
            case "pause" -> texts.say("step.pause", node);
            case "resume" -> texts.say("step.resume", node);
            case "cut_link" -> texts.say(both(json, "step.cut.link"), from(json), to(json));
            case "delay_link" ->
                texts.say(both(json, "step.delay.link"), from(json), to(json), json.path("ms").asInt());
            case "lossy_link" ->
                texts.say(both(json, "step.lossy.link"), from(json), to(json), json.path("percent").asInt());
            case "heal_link" -> texts.say("step.heal.link", from(json), to(json));
            case "heal" -> texts.say("step.heal");
            case "hold" -> texts.say("step.hold", json.path("what").asText(), node);
            case "release" -> texts.say("step.release", node);
            case "hold_at" -> texts.say("step.hold.at", point(json), queue.isEmpty() ? "" : texts.say("step.of", queue),
                    on(node));
            case "release_held" -> texts.say(json.has("point") ? "step.release.held" : "step.release.all", point(json));
            case "clear_hold" -> texts.say(json.has("point") ? "step.clear.hold" : "step.clear.holds", point(json));
            case "slow_motion" -> json.path("speed").asDouble(1) >= 1
                    ? texts.say("step.real.time")
                    : texts.say("step.slow.motion", Pace.word(texts, json.path("speed").asDouble(1)));
            case "ack" -> texts.say("step.ack", json.path("consumer").asText());
            case "reject" -> texts.say("step.reject", json.path("consumer").asText());
            case "cancel" -> texts.say("step.cancel", json.path("consumer").asText());
            case "await_sync_queue" -> texts.say("step.await.sync");
            case "await_state" -> texts.say("step.await.state", queue, json.path("state").asText());
            case "await_messages" -> texts.say("step.await.messages", queue, json.path("messages").asText());
            case "wait" -> texts.say("step.wait", json.path("seconds").asText());
            case "observe" -> texts.say("step.observe", json.path("label").asText());
            case "drain_check" -> texts.say("step.drain.check", queue, on(node));
            case "start_publisher" ->
                texts.say("step.start.publisher", json.path("publisher").asText(), queue, on(node));
            case "edit_publisher" -> texts.say("step.edit.publisher", json.path("publisher").asText());
            case "edit_consumer" -> texts.say("step.edit.consumer", json.path("consumer").asText());
            case "pause_publisher" -> texts.say("step.pause.client", json.path("publisher").asText());
            case "pause_consumer" -> texts.say("step.pause.client", json.path("consumer").asText());
            case "resume_publisher" -> texts.say("step.resume.client", json.path("publisher").asText());
            case "resume_consumer" -> texts.say("step.resume.client", json.path("consumer").asText());
            case "stop_publisher" -> texts.say("step.stop.publisher", json.path("publisher").asText());
            case "close_connection" -> texts.say("step.close.connection",
                    json.path("consumer").asText(json.path("connection").asText(json.path("client").asText())));
            case "declare_exchange" -> texts.say("step.declare.exchange", json.path("exchange").asText(), on(node));
            case "delete_exchange" -> texts.say("step.delete.exchange", json.path("exchange").asText());
            case "bind" -> texts.say("step.bind", queue, json.path("exchange").asText());
            case "unbind" -> texts.say("step.unbind", queue, json.path("exchange").asText());
            case "bind_exchange" -> texts.say("step.bind.exchange", json.path("destination").asText(), exchange(json));
            case "unbind_exchange" ->
                texts.say("step.unbind.exchange", json.path("destination").asText(), exchange(json));
            case "list_bindings" -> texts.say("step.list.bindings");
            case "add_vhost" -> texts.say("step.add.vhost", json.path("vhost").asText());
            case "delete_vhost" -> texts.say("step.delete.vhost", json.path("vhost").asText());
            case "expect" -> texts.say("step.expect", expectation(json));
            default -> otherwise.isEmpty() ? step.kind() : otherwise;
        };
    }

    private static String operator(JsonNode json, String key) {
        return json.path("operator").asBoolean() ? key + ".operator" : key;
    }

    private static String exchange(JsonNode json) {
        return json.path("exchange").asText();
    }

    /// What came of a step. English is what the terminal says.
    public String say(Step step, StepResult result) {
        return texts.isChinese() ? texts.say(ResultText.of(step, result.json())) : result.text();
    }

    /// The file's own remark about a step.
    public String comment(Step step) {
        return texts.choose(step.json().path("comment").asText(), step.json().path("comment_zh").asText());
    }

    /// The same from the step's text as the recording has it.
    public String say(String json, String otherwise) {
        try {
            return MAPPER.readTree(json) instanceof ObjectNode step ? say(new Step(step), otherwise) : otherwise;
        } catch (JsonProcessingException e) {
            return otherwise;
        }
    }

    /// An event's sentence; the step that begins is said like those of the scenario's list.
    public String say(Sentence sentence) {
        List<Object> values = sentence.values();
        return (sentence.key().equals("event.step-started") || sentence.key().equals("event.by-hand"))
                && values.size() > 2
                        ? texts.say(sentence.key(), values.get(0),
                                say(String.valueOf(values.get(2)), String.valueOf(values.get(1))))
                        : texts.say(sentence);
    }

    /// What came of a recorded step.
    ///
    /// @return a sentence, or `otherwise` when the recording has no such JSON
    public static Object result(String step, String result, String otherwise) {
        try {
            return MAPPER.readTree(step) instanceof ObjectNode of && MAPPER.readTree(result) instanceof ObjectNode was
                    ? ResultText.of(new Step(of), was)
                    : otherwise;
        } catch (JsonProcessingException e) {
            return otherwise;
        }
    }

    private String on(String node) {
        return node.isEmpty() ? "" : texts.say("step.on", node);
    }

    /// A hold point's name.
    private String point(JsonNode json) {
        String word = json.path("point").asText();
        return HoldPoint.of(word).map(each -> texts.say("hold." + each.key())).orElse(word);
    }

    private static String node(JsonNode json) {
        if (json.path("nodes").isArray()) {
            StringBuilder names = new StringBuilder();
            json.path("nodes")
                    .forEach(each -> names.append(names.isEmpty() ? "" : ", ").append(shortName(each.asText())));
            return names.toString();
        }
        return shortName(json.path("node").asText());
    }

    private static String both(JsonNode json, String key) {
        return json.path("both").asBoolean() ? key + ".both" : key;
    }

    private static String from(JsonNode json) {
        return shortName(json.path("from").asText());
    }

    private static String to(JsonNode json) {
        return shortName(json.path("to").asText());
    }

    private static String shortName(String name) {
        return name.replace("@localhost", "");
    }

    private static String definition(JsonNode definition) {
        if (definition.isTextual()) {
            return definition.asText();
        }
        List<String> told = new ArrayList<>();
        if (definition.has("ha-mode")) {
            told.add((value(definition.path("ha-mode")) + " " + value(definition.path("ha-params"))).strip());
        }
        definition.properties().forEach(field -> {
            if (!field.getKey().equals("ha-mode") && !field.getKey().equals("ha-params")) {
                told.add(field.getKey() + " = " + value(field.getValue()));
            }
        });
        return String.join(", ", told);
    }

    private String expectation(JsonNode json) {
        List<String> told = new ArrayList<>();
        json.properties().forEach(field -> {
            if (!NOT_EXPECTED.contains(field.getKey())) {
                told.add(name(field.getKey()) + " " + expected(field.getValue()));
            }
        });
        String more = told.size() > MOST_EXPECTATIONS ? " …" : "";
        return texts.say("notice.result", json.path("queue").asText(),
                joined("result.and.semicolon", told.stream().limit(MOST_EXPECTATIONS).toList()) + more);
    }

    /// Without the file's brackets and braces.
    private String expected(JsonNode value) {
        List<String> parts = new ArrayList<>();
        if (value.isObject()) {
            value.properties().forEach(each -> parts.add(name(each.getKey()) + " " + expected(each.getValue())));
        } else if (value.isArray()) {
            value.forEach(each -> parts.add(expected(each)));
        } else if (!value.isNull()) {
            return shortName(value.asText());
        }
        return parts.isEmpty() ? texts.say("step.expect.none") : joined("result.and.comma", parts);
    }

    private String joined(String key, List<String> parts) {
        return parts.stream().reduce((before, each) -> texts.say(key, before, each)).orElse("");
    }

    /// Of a field or a fate.
    private String name(String field) {
        for (String key : List.of("field." + field, "fate." + field.toUpperCase(Locale.ROOT).replace('-', '_'))) {
            if (texts.bundle().containsKey(key)) {
                return texts.say(key);
            }
        }
        return field;
    }

    private static String value(JsonNode value) {
        if (!value.isArray()) {
            return shortName(value.isValueNode() ? value.asText() : value.toString());
        }
        StringBuilder text = new StringBuilder("[");
        value.forEach(each -> text.append(text.length() == 1 ? "" : ", ").append(shortName(each.asText())));
        return text.append(']').toString();
    }
}
