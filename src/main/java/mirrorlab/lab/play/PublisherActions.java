package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.clients.LabClient.PublisherSettings;
import mirrorlab.vocabulary.QueueName;

/// The steps `start_publisher`, `edit_publisher`, `pause_publisher`, `resume_publisher` and `stop_publisher`.
final class PublisherActions {
    private static final double PATIENCE = 20;
    private final Stage stage;

    PublisherActions(Stage stage) {
        this.stage = stage;
    }

    void start(StepFields step, ObjectNode result) throws StepFault {
        String name = step.text("publisher");
        if (stage.publishers().containsKey(name)) {
            throw StepFault.notPossible("publisher.exists", name);
        }
        double pace = step.seconds("pace");
        double rate = step.has("rate") ? step.whole("rate") : pace <= 0 ? 0 : 1 / pace;
        BackgroundPublisher.Words words = new BackgroundPublisher.Words(name, step.text("body"),
                step.wholeOr("body_size", 0), step.flag("mandatory"));
        PublisherSettings settings = new PublisherSettings(rate, step.whole("in_flight"), step.flag("persistent"),
                step.flag("confirm"), step.flag("resend"));
        BackgroundPublisher publisher = BackgroundPublisher.open(stage, words,
                new QueueName(step.text("vhost"), step.text("queue")), stage.node(step, result), settings,
                step.flag("reconnect"), PATIENCE);
        stage.publishers().put(name, publisher);
        publisher.start();
    }

    void edit(StepFields step, ObjectNode result) throws StepFault {
        BackgroundPublisher publisher = publisher(step);
        PublisherSettings was = publisher.settings();
        PublisherSettings wanted = new PublisherSettings(step.has("rate") ? step.whole("rate") : was.rate(),
                step.wholeOr("in_flight", was.inFlight()),
                step.has("persistent") ? step.flag("persistent") : was.persistent(),
                step.has("confirm") ? step.flag("confirm") : was.confirm(),
                step.has("resend") ? step.flag("resend") : was.resend());
        publisher.edit(wanted, step.has("node") ? stage.node(step, result) : null);
    }

    void pause(StepFields step, ObjectNode result) throws StepFault {
        publisher(step).pause(true);
    }

    void resume(StepFields step, ObjectNode result) throws StepFault {
        publisher(step).pause(false);
    }

    void stop(StepFields step, ObjectNode result) throws StepFault {
        BackgroundPublisher publisher = publisher(step);
        stage.publishers().remove(step.text("publisher"));
        publisher.stop();
        try {
            publisher.awaitStopped();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LabClient.Publisher told = publisher.look();
        stage.stopped(told);
        StepFault fault = publisher.fault();
        ObjectNode counts = result.putObject("volatile").put("published", told.published())
                .put("confirmed", told.confirmed()).put("nacked", told.nacked());
        counts.set("error", fault == null ? null : fault.error());
        result.put("some_confirmed", told.confirmed() > 0).put("nacked", told.nacked() > 0);
    }

    private BackgroundPublisher publisher(StepFields step) throws StepFault {
        BackgroundPublisher publisher = stage.publishers().get(step.text("publisher"));
        if (publisher == null) {
            throw StepFault.unknown("publisher.none", step.text("publisher"));
        }
        return publisher;
    }
}
