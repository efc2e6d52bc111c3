package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import mirrorlab.vocabulary.QueueName;

/// The steps `start_publisher` and `stop_publisher`.
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
        QueueName queue = new QueueName(step.text("vhost"), step.text("queue"));
        String key = Tally.key(queue.vhost(), queue.name());
        int inFlight = step.whole("in_flight");
        boolean confirm = step.flag("confirm");
        Link link = stage.open(stage.node(step, result), queue.vhost(), "publisher " + name, PATIENCE);
        Confirms confirms = confirm
                ? link.ask(PATIENCE,
                        () -> new Confirms(link.channel(), inFlight, body -> stage.tally().confirmed(key, body)))
                : null;
        BackgroundPublisher publisher = new BackgroundPublisher(link, queue, step.flag("persistent"), confirms,
                step.seconds("pace"));
        stage.publishers().put(name, publisher);
        publisher.start(stage);
    }

    void stop(StepFields step, ObjectNode result) throws StepFault {
        BackgroundPublisher publisher = stage.publishers().remove(step.text("publisher"));
        if (publisher == null) {
            throw StepFault.unknown("publisher.none", step.text("publisher"));
        }
        publisher.stop();
        try {
            publisher.awaitStopped();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Confirms confirms = publisher.confirms();
        long confirmed = confirms == null ? 0 : confirms.acked();
        long nacked = confirms == null ? 0 : confirms.nacked();
        StepFault fault = publisher.fault();
        ObjectNode counts = result.putObject("volatile").put("published", publisher.published())
                .put("confirmed", confirmed)
                .put("nacked", nacked);
        counts.set("error", fault == null ? null : fault.error());
        result.put("some_confirmed", confirmed > 0).put("nacked", nacked > 0);
    }
}
