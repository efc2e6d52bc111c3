package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.lab.ledger.Word;
import mirrorlab.lab.report.Difference;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// The step `expect`: what the doors and the ledger must say now. What is left out is not checked.
final class ExpectAction implements Action {
    private final Stage stage;
    private final Accounts accounts;

    ExpectAction(Stage stage, Accounts accounts) {
        this.stage = stage;
        this.accounts = accounts;
    }

    @Override
    public void play(StepFields step, ObjectNode result) throws StepFault {
        List<Difference> unmet = new Check(step).all();
        if (!unmet.isEmpty()) {
            ArrayNode lines = result.putArray("unmet");
            ArrayNode differences = result.putArray("differences");
            for (Difference each : unmet) {
                lines.add(each.toString());
                differences.addObject().put("field", each.field()).<ObjectNode>set("expected", each.expected())
                        .set("found", each.found());
            }
            throw StepFault.expectation(String.join("; ", unmet.stream().map(Difference::toString).toList()));
        }
    }

    private final class Check {
        private final StepFields step;
        private final List<Difference> unmet = new ArrayList<>();

        Check(StepFields step) {
            this.step = step;
        }

        List<Difference> all() throws StepFault {
            if (step.has("running")) {
                check("running", sorted(step.json("running")),
                        sorted(names(stage.cluster().running().stream().map(NodeName::value).toList())));
            }
            if (step.has("queue")) {
                queue(new QueueName(step.text("vhost"), step.text("queue")));
            }
            return unmet;
        }

        private void queue(QueueName name) throws StepFault {
            Optional<JsonNode> found = stage.views().queues(stage.views().asked()).stream()
                    .filter(each -> each.path("vhost").asText().equals(name.vhost())
                            && each.path("name").asText().equals(name.name()))
                    .findFirst();
            if (step.has("exists")) {
                check("exists", step.json("exists"), JsonNodeFactory.instance.booleanNode(found.isPresent()));
            }
            door(found.orElse(JsonNodeFactory.instance.objectNode()));
            account(accounts.account(name));
            causes(name);
        }

        private void door(JsonNode door) {
            node("master", door.path("node"));
            nodes("mirrors", door.path("slave_nodes"), false);
            nodes("synchronised", door.path("synchronised_slave_nodes"), true);
            plain("state", door.path("state"));
            plain("policy", door.path("policy"));
            plain("messages", door.path("messages"));
            plain("ready", door.path("messages_ready"));
            plain("unacknowledged", door.path("messages_unacknowledged"));
            plain("consumers", door.path("consumers"));
        }

        private void account(Optional<QueueAccount> account) {
            MessageSet lost = account.map(each -> each.fates().getOrDefault(Fate.LOST, MessageSet.EMPTY))
                    .orElse(MessageSet.EMPTY);
            plain("lost", names(accounts.runs(lost)));
            plain("lost_although_confirmed",
                    number(account.map(each -> each.lostAlthoughConfirmed().count()).orElse(0L)));
            plain("duplicates", number(account.map(each -> each.duplicates().count()).orElse(0L)));
            for (Map.Entry<String, JsonNode> each : step.json("fates").properties()) {
                long count = account
                        .map(all -> all.fates().entrySet().stream().filter(fate -> named(fate.getKey(), each.getKey()))
                                .mapToLong(fate -> fate.getValue().count()).sum())
                        .orElse(0L);
                check("fates." + each.getKey(), each.getValue(), number(count));
            }
            for (Map.Entry<String, JsonNode> each : step.json("words").properties()) {
                long count = account
                        .map(all -> all.words().entrySet().stream().filter(word -> named(word.getKey(), each.getKey()))
                                .mapToLong(word -> word.getValue().count()).sum())
                        .orElse(0L);
                check("words." + each.getKey(), each.getValue(), number(count));
            }
        }

        private static boolean named(Enum<?> value, String name) {
            return value.name().toLowerCase(Locale.ROOT).equals(name);
        }

        private void causes(QueueName name) {
            List<CauseCard> cards = accounts.cards().stream().filter(each -> each.queue().equals(name)).toList();
            if (step.has("cause")
                    && cards.stream().noneMatch(each -> each.rules().contains(step.json("cause").asText()))) {
                unmet.add(new Difference("cause", step.json("cause"),
                        names(cards.stream().flatMap(each -> each.rules().stream()).distinct().toList())));
            }
            plain("causes", names(cards.stream().map(each -> each.rules().getFirst()).toList()));
        }

        private void node(String field, JsonNode actual) {
            if (step.has(field)) {
                JsonNode expected = step.json(field);
                check(field, expected.isTextual() ? full(expected) : expected, actual);
            }
        }

        private void nodes(String field, JsonNode actual, boolean anyOrder) {
            if (step.has(field)) {
                JsonNode expected = step.json(field);
                ArrayNode full = JsonNodeFactory.instance.arrayNode();
                expected.forEach(each -> full.add(full(each)));
                JsonNode wanted = expected.isArray() ? full : expected;
                check(field, anyOrder ? sorted(wanted) : wanted, anyOrder ? sorted(actual) : actual);
            }
        }

        private void plain(String field, JsonNode actual) {
            if (step.has(field)) {
                check(field, step.json(field), actual);
            }
        }

        private void check(String field, JsonNode expected, JsonNode actual) {
            JsonNode is = actual.isMissingNode() ? JsonNodeFactory.instance.nullNode() : actual;
            boolean same = expected.isNumber() && is.isNumber()
                    ? expected.asLong() == is.asLong()
                    : expected.equals(is);
            if (!same) {
                unmet.add(new Difference(field, expected, is));
            }
        }
    }

    private static JsonNode full(JsonNode name) {
        return JsonNodeFactory.instance.textNode(NodeName.of(name.asText()).value());
    }

    private static JsonNode number(long count) {
        return JsonNodeFactory.instance.numberNode(count);
    }

    private static ArrayNode names(List<String> names) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        names.forEach(array::add);
        return array;
    }

    private static JsonNode sorted(JsonNode list) {
        if (!list.isArray()) {
            return list;
        }
        List<String> values = new ArrayList<>();
        list.forEach(each -> values.add(full(each).asText()));
        return names(values.stream().sorted().toList());
    }
}
