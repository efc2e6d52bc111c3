package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The steps `sync_queue`, `await_sync_queue` and `cancel_sync_queue` (S-25, S-16).
final class SyncActions {
    private static final double LONGEST = 3600;
    private final Stage stage;
    private final Cli cli;
    private volatile @Nullable CompletableFuture<String> inBackground;

    SyncActions(Stage stage) {
        this.stage = stage;
        cli = new Cli(stage.cluster());
    }

    void sync(StepFields step, ObjectNode result) throws StepFault {
        NodeName node = stage.node(step, result);
        String vhost = step.text("vhost");
        String queue = step.text("queue");
        if (step.flag("background")) {
            CompletableFuture<String> running = new CompletableFuture<>();
            inBackground = running;
            Thread.ofVirtual().name("lab-sync").start(() -> {
                try {
                    running.complete(synchronise(node, vhost, queue, LONGEST));
                } catch (StepFault fault) {
                    running.completeExceptionally(fault);
                }
            });
        } else {
            Cli.printed(result,
                    synchronise(node, vhost, queue, step.has("timeout") ? step.seconds("timeout") : LONGEST));
        }
    }

    private String synchronise(NodeName node, String vhost, String queue, double seconds) throws StepFault {
        String banner = "Synchronising queue '" + queue + "' in vhost '" + vhost + "' ...";
        cli.ask(node, "POST", path(vhost, queue), null, banner, seconds);
        return banner;
    }

    void await(StepFields step, ObjectNode result) throws StepFault {
        CompletableFuture<String> running = inBackground;
        if (running == null) {
            throw StepFault.unknown("sync.none");
        }
        double seconds = step.seconds("timeout");
        try {
            Cli.printed(result, running.get((long) (seconds * 1000), TimeUnit.MILLISECONDS));
            inBackground = null;
        } catch (ExecutionException e) {
            throw ClientFaults.of(e.getCause(), seconds);
        } catch (TimeoutException e) {
            throw StepFault.timeout(seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StepFault.notPossible("closing");
        }
    }

    void cancel(StepFields step, ObjectNode result) throws StepFault {
        String queue = step.text("queue");
        String vhost = step.text("vhost");
        String banner = "Stopping synchronising queue '" + queue + "' in vhost '" + vhost + "' ...";
        JsonNode reply = cli.ask(stage.node(step, result), "DELETE", path(vhost, queue), null, banner,
                step.seconds("timeout"));
        String note = reply.path("note").asText();
        Cli.printed(result, note.isEmpty() ? banner : banner + "\n" + note);
    }

    private static String path(String vhost, String queue) {
        return "/api/lab/sync?vhost=" + NodeApi.part(vhost) + "&queue=" + NodeApi.part(queue);
    }
}
