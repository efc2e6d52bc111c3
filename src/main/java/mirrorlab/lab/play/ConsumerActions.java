package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.List;
import mirrorlab.lab.clients.LabClient.ConsumerSettings;
import mirrorlab.lab.play.Subscriber.Delivery;
import mirrorlab.lab.report.Runs;
import mirrorlab.vocabulary.QueueName;

/// The steps `consume`, `edit_consumer`, `pause_consumer`, `resume_consumer`, `ack`, `reject`, `cancel` and `close_connection`.
final class ConsumerActions {
    private static final double PATIENCE = 20;
    private final Stage stage;

    ConsumerActions(Stage stage) {
        this.stage = stage;
    }

    void consume(StepFields step, ObjectNode result) throws StepFault {
        String name = step.text("consumer");
        Subscriber present = stage.consumers().get(name);
        if (present != null && present.link().isOpen()) {
            throw StepFault.notPossible("consumer.exists", name);
        }
        Subscriber.Subscription subscription = new Subscriber.Subscription(name,
                new QueueName(step.text("vhost"), step.text("queue")), step.flag("exclusive"), step.arguments(),
                step.flag("reconnect"));
        ConsumerSettings settings = new ConsumerSettings(step.whole("prefetch"), step.text("ack"),
                step.seconds("delay"));
        stage.consumers().put(name, Subscriber.open(stage, subscription, settings, stage.node(step, result),
                step.seconds("timeout")));
    }

    void edit(StepFields step, ObjectNode result) throws StepFault {
        Subscriber subscriber = subscriber(step);
        ConsumerSettings was = subscriber.settings();
        ConsumerSettings wanted = new ConsumerSettings(step.wholeOr("prefetch", was.prefetch()),
                step.textOr("ack", was.ack()), step.has("delay") ? step.seconds("delay") : was.delay());
        subscriber.edit(wanted, step.has("node") ? stage.node(step, result) : null);
    }

    void pause(StepFields step, ObjectNode result) throws StepFault {
        subscriber(step).pause(true);
    }

    void resume(StepFields step, ObjectNode result) throws StepFault {
        subscriber(step).pause(false);
    }

    void ack(StepFields step, ObjectNode result) throws StepFault {
        Subscriber subscriber = subscriber(step);
        List<Delivery> oldest = subscriber.takeOldest(step.wholeOr("count", Integer.MAX_VALUE));
        boolean multiple = step.flag("multiple");
        result.set("acked", Runs.json(oldest.stream().map(Delivery::body).toList()));
        settle(subscriber, oldest, multiple, (channel, tag) -> channel.basicAck(tag, multiple));
        subscriber.settled(oldest);
    }

    void reject(StepFields step, ObjectNode result) throws StepFault {
        Subscriber subscriber = subscriber(step);
        List<Delivery> oldest = subscriber.takeOldest(step.wholeOr("count", Integer.MAX_VALUE));
        boolean multiple = step.flag("multiple");
        boolean requeue = step.flag("requeue");
        result.set("rejected", Runs.json(oldest.stream().map(Delivery::body).toList()));
        settle(subscriber, oldest, multiple, (channel, tag) -> channel.basicNack(tag, multiple, requeue));
        if (!requeue) {
            subscriber.settled(oldest);
        }
    }

    void cancel(StepFields step, ObjectNode result) throws StepFault {
        Subscriber subscriber = subscriber(step);
        if (subscriber.isCancelled()) {
            throw StepFault.notPossible("consumer.cancelled", step.text("consumer"));
        }
        subscriber.link().ask(PATIENCE, () -> {
            subscriber.channel().basicCancel(subscriber.tag());
            return true;
        });
    }

    void closeConnection(StepFields step, ObjectNode result) throws StepFault {
        if (step.has("consumer")) {
            Subscriber subscriber = subscriber(step);
            stage.consumers().remove(step.text("consumer"));
            subscriber.close();
            stage.stopped(subscriber.card());
        } else if (step.has("client")) {
            new OutsideConnections(stage).close(step.text("client"),
                    step.textOr("reason", "Closed via management plugin"));
        } else {
            Link link = stage.connections().remove(step.text("connection"));
            if (link == null) {
                throw StepFault.unknown("connection.none", step.text("connection"));
            }
            link.close();
        }
    }

    private Subscriber subscriber(StepFields step) throws StepFault {
        Subscriber subscriber = stage.consumers().get(step.text("consumer"));
        if (subscriber == null) {
            throw StepFault.unknown("consumer.none", step.text("consumer"));
        }
        return subscriber;
    }

    @FunctionalInterface
    private interface Settling {
        void send(Channel channel, long tag) throws IOException;
    }

    /// Sends the answers, then makes a round trip, so that the node has taken them in.
    private static void settle(Subscriber subscriber, List<Delivery> oldest, boolean multiple, Settling settling)
            throws StepFault {
        subscriber.link().ask(PATIENCE, () -> {
            Channel channel = subscriber.channel();
            if (multiple && !oldest.isEmpty()) {
                settling.send(channel, oldest.getLast().tag());
            } else {
                for (Delivery each : oldest) {
                    settling.send(channel, each.tag());
                }
            }
            channel.basicQos(0, false);
            return true;
        });
    }
}
