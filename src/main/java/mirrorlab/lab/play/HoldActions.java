package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import mirrorlab.vocabulary.NodeName;

/// The steps `hold` and `release`: the interceptor of a node keeps back kinds of messages.
final class HoldActions {
    private static final double PATIENCE = 10;
    private final Stage stage;
    private final Cli cli;

    HoldActions(Stage stage) {
        this.stage = stage;
        cli = new Cli(stage.cluster());
    }

    void hold(StepFields step, ObjectNode result) throws StepFault {
        NodeName node = stage.node(step.text("node"), result);
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("kind", step.text("what"))
                .put("pass", step.wholeOr("count", 0));
        if (step.has("from")) {
            body.put("from", stage.node(step.text("from"), result).value());
        }
        cli.ask(node, "POST", "/api/lab/hold", body, "", PATIENCE);
    }

    void release(StepFields step, ObjectNode result) throws StepFault {
        cli.ask(stage.node(step.text("node"), result), "DELETE", "/api/lab/hold", null, "", PATIENCE);
    }
}
