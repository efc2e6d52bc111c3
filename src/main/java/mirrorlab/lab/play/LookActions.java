package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import mirrorlab.lab.host.NodeState;
import mirrorlab.vocabulary.NodeName;

/// The steps `observe`, `await_state`, `await_messages` and `wait`.
final class LookActions {
    private static final long PAUSE_MILLIS = 20;
    private final Stage stage;
    private final CountDownLatch closing;

    LookActions(Stage stage, CountDownLatch closing) {
        this.stage = stage;
        this.closing = closing;
    }

    void observe(StepFields step, ObjectNode result) throws StepFault {
        if (step.has("label")) {
            result.put("label", step.text("label"));
        }
        ObjectNode nodes = result.putObject("nodes");
        for (NodeName each : stage.cluster().nodes()) {
            nodes.put(each.value(), word(stage.cluster().state(each)));
        }
        ObjectNode first = null;
        ObjectNode different = result.objectNode();
        for (NodeName each : stage.cluster().answering()) {
            ObjectNode view = stage.views().view(each);
            if (first == null) {
                first = view;
                result.set("view", view);
                result.put("view_of", each.value());
            } else if (!view.equals(first)) {
                different.set(each.value(), view);
            }
        }
        if (first == null) {
            result.putNull("view");
            return;
        }
        if (!different.isEmpty()) {
            result.set("views_differ", different);
        }
        listed(first, result);
        if (!stage.consumers().isEmpty()) {
            ObjectNode clients = result.putObject("clients");
            stage.consumers().forEach((name, consumer) -> clients.set(name, consumer.look()));
        }
    }

    /// Where a queue's process cannot be asked, what rabbitmqctl lists: all but these (F-26).
    private static void listed(ObjectNode view, ObjectNode result) {
        ArrayNode names = result.arrayNode();
        boolean isComplete = true;
        for (JsonNode each : view.path("queues")) {
            if (each.has("error")) {
                isComplete = false;
            } else {
                names.add(each.path("name").asText());
            }
        }
        if (!isComplete) {
            result.set("rabbitmqctl_list_queues", names);
        }
    }

    private static String word(NodeState state) {
        return switch (state) {
            case DOWN -> "down";
            case BOOTING -> "booting";
            case RUNNING, PAUSED, STOPPING -> "running";
            case APP_STOPPED -> "app_stopped";
        };
    }

    void awaitState(StepFields step, ObjectNode result) throws StepFault {
        String state = step.text("state");
        awaitQueue(step, result, queue -> queue.path("state").asText().equals(state));
    }

    void awaitMessages(StepFields step, ObjectNode result) throws StepFault {
        long messages = step.whole("messages");
        awaitQueue(step, result, queue -> queue.path("messages").asLong(-1) == messages);
    }

    private void awaitQueue(StepFields step, ObjectNode result, Predicate<JsonNode> condition) throws StepFault {
        NodeName node = stage.node(step, result);
        String name = step.text("queue");
        double seconds = step.seconds("timeout");
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        do {
            for (JsonNode each : stage.views().queues(node)) {
                if (each.path("name").asText().equals(name) && each.path("vhost").asText().equals(step.text("vhost"))
                        && condition.test(each)) {
                    return;
                }
            }
        } while (System.nanoTime() < deadline && !isClosingWithin(PAUSE_MILLIS));
        throw StepFault.timeout(seconds);
    }

    void pass(StepFields step, ObjectNode result) throws StepFault {
        if (isClosingWithin((long) (step.seconds("seconds") * 1000))) {
            throw StepFault.notPossible("closing");
        }
    }

    private boolean isClosingWithin(long millis) {
        try {
            return closing.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
