package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletionStage;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.NodeState;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.vocabulary.NodeName;

/// The steps `stop_app` and `start_app`: RabbitMQ in a node stops and starts while the node's process goes on. They answer
/// as rabbitmqctl does; what is so already is no error (F-07).
final class AppActions {
    private static final double ENDS_WITHIN = 60;
    private final Stage stage;
    private final Cluster cluster;

    AppActions(Stage stage) {
        this.stage = stage;
        cluster = stage.cluster();
    }

    @FunctionalInterface
    private interface Change {
        CompletionStage<?> at(NodeName node) throws NotPossible;
    }

    void stop(StepFields step, ObjectNode result) throws StepFault {
        NodeName node = stage.node(step, result);
        change(node, NodeState.APP_STOPPED, cluster::stopApp, "Stopping rabbit application on node " + node + " ...",
                result);
    }

    void start(StepFields step, ObjectNode result) throws StepFault {
        NodeName node = stage.node(step, result);
        change(node, NodeState.RUNNING, cluster::startApp, "Starting node " + node + " ...", result);
    }

    private void change(NodeName node, NodeState wanted, Change change, String banner, ObjectNode result)
            throws StepFault {
        NodeState now = cluster.state(node);
        if (now == NodeState.DOWN) {
            throw Cli.unreachable(node, banner);
        }
        if (now != wanted) {
            try {
                NodeActions.await(change.at(node), ENDS_WITHIN);
            } catch (NotPossible e) {
                throw StepFault.of(e);
            }
        }
        Cli.printed(result, banner);
    }
}
