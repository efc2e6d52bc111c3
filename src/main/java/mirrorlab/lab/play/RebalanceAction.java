package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The step `rebalance`: masters of mirrored queues move until the nodes lead equal numbers of them (F-33). Ends when they have
/// moved; `masters` tells how many each node leads.
record RebalanceAction(Stage stage) implements Action {
    private static final String BANNER = "Re-balancing leaders of classic queues...\n";

    @Override
    public void play(StepFields step, ObjectNode result) throws StepFault {
        JsonNode answer = new Cli(stage.cluster()).ask(stage.node(step, result), "POST", "/api/lab/rebalance", null,
                BANNER,
                step.seconds("timeout"));
        result.set("masters", answer.path("masters"));
    }
}
