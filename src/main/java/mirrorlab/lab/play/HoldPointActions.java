package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The steps `hold_at`, `release_held`, `clear_hold` and `slow_motion`: queues stand still at named moments. What was set for
/// the whole cluster is told to nodes that start later, too. Safe for several threads.
final class HoldPointActions {
    private static final double PATIENCE = 30;
    /// At half of real speed every moment is looked at for so long.
    private static final double PAUSE_MILLIS = 200;
    /// Slower than this nobody could wait for.
    private static final double SLOWEST = 0.02;
    private final Stage stage;
    private final Cli cli;
    private final Set<Point> set = new LinkedHashSet<>();
    private int pause;

    /// @param queue null: every queue; `vhost` is empty then
    /// @param node null: every node
    private record Point(String point, String vhost, @Nullable String queue, @Nullable NodeName node) {
        ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode().put("point", point);
            return queue == null ? json : json.put("vhost", vhost).put("queue", queue);
        }
    }

    HoldPointActions(Stage stage) {
        this.stage = stage;
        cli = new Cli(stage.cluster());
    }

    synchronized void hold(StepFields step, ObjectNode result) throws StepFault {
        String queue = step.has("queue") ? step.text("queue") : null;
        NodeName node = step.has("node") ? stage.node(step.text("node"), result) : null;
        Point point = new Point(step.text("point"), queue == null ? "" : step.text("vhost"), queue, node);
        for (NodeName each : nodes(node)) {
            cli.ask(each, "POST", "/api/lab/holdpoint", point.json(), "", PATIENCE);
        }
        set.add(point);
    }

    private List<NodeName> nodes(@Nullable NodeName node) {
        return node == null ? stage.cluster().answering() : List.of(node);
    }

    synchronized void release(StepFields step, ObjectNode result) throws StepFault {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (step.has("point")) {
            body.put("point", step.text("point"));
        }
        if (step.has("queue")) {
            body.put("vhost", step.text("vhost")).put("queue", step.text("queue"));
        }
        for (NodeName each : nodes(step.has("node") ? stage.node(step.text("node"), result) : null)) {
            cli.ask(each, "POST", "/api/lab/goon", body, "", PATIENCE);
        }
    }

    synchronized void clear(StepFields step, ObjectNode result) throws StepFault {
        String point = step.has("point") ? step.text("point") : null;
        set.removeIf(each -> point == null || each.point.equals(point));
        for (NodeName each : stage.cluster().answering()) {
            cli.ask(each, "DELETE", "/api/lab/holdpoint" + (point == null ? "" : "?point=" + NodeApi.part(point)), null,
                    "", PATIENCE);
        }
    }

    synchronized void slow(StepFields step, ObjectNode result) throws StepFault {
        double speed = Math.max(SLOWEST, step.json("speed").asDouble(1));
        pause = (int) Math.round(PAUSE_MILLIS * (1 / speed - 1));
        for (NodeName each : stage.cluster().answering()) {
            pace(each);
        }
    }

    private void pace(NodeName node) throws StepFault {
        cli.ask(node, "PUT", "/api/lab/pace", JsonNodeFactory.instance.objectNode().put("millis", pause), "", PATIENCE);
    }

    /// A step that starts nodes, after which these know where to hold.
    Action after(Action starts) {
        return (step, result) -> {
            try {
                starts.play(step, result);
            } finally {
                tellAll();
            }
        };
    }

    /// Telling it again changes nothing.
    private synchronized void tellAll() throws StepFault {
        if (set.isEmpty() && pause == 0) {
            return;
        }
        for (NodeName node : stage.cluster().answering()) {
            for (Point each : new ArrayList<>(set)) {
                if (each.node == null || each.node.equals(node)) {
                    tell(node, each);
                }
            }
            pace(node);
        }
    }

    /// Its queue may have been deleted since.
    private void tell(NodeName node, Point point) throws StepFault {
        try {
            cli.ask(node, "POST", "/api/lab/holdpoint", point.json(), "", PATIENCE);
        } catch (StepFault fault) {
            if (!fault.error().path("text").asText().contains("does not exist")) {
                throw fault;
            }
        }
    }
}
