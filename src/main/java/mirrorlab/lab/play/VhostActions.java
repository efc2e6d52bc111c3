package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import mirrorlab.lab.host.NodeApi;

/// The steps `add_vhost` (guest may do everything there) and `delete_vhost`, with rabbitmqctl's words.
final class VhostActions {
    private static final double PATIENCE = 20;
    private final Stage stage;
    private final Cli cli;

    VhostActions(Stage stage) {
        this.stage = stage;
        cli = new Cli(stage.cluster());
    }

    void add(StepFields step, ObjectNode result) throws StepFault {
        String vhost = step.text("vhost");
        String banner = "Adding vhost \"" + vhost + "\" ...";
        cli.ask(stage.node(step, result), "PUT", path(vhost), null, banner, PATIENCE);
        cli.ask(stage.node(step, result), "PUT", "/api/permissions/" + NodeApi.part(vhost) + "/guest",
                JsonNodeFactory.instance.objectNode().put("configure", ".*").put("write", ".*").put("read", ".*"),
                banner, PATIENCE);
        Cli.printed(result, banner);
    }

    void delete(StepFields step, ObjectNode result) throws StepFault {
        String vhost = step.text("vhost");
        String banner = "Deleting vhost \"" + vhost + "\" ...";
        cli.ask(stage.node(step, result), "DELETE", path(vhost), null, banner, PATIENCE);
        Cli.printed(result, banner);
    }

    private static String path(String vhost) {
        return "/api/vhosts/" + NodeApi.part(vhost);
    }
}
