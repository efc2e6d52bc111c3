package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import mirrorlab.lab.play.Subscriber.Delivery;
import mirrorlab.lab.report.Runs;

/// The steps `consume`, `ack`, `reject`, `cancel` and `close_connection`.
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
        String queue = step.text("queue");
        String ack = step.text("ack");
        double seconds = step.seconds("timeout");
        Map<String, Object> arguments = step.arguments();
        int prefetch = step.whole("prefetch");
        boolean exclusive = step.flag("exclusive");
        Link link = stage.open(stage.node(step, result), step.text("vhost"), "consumer " + name, seconds);
        Subscriber subscriber = new Subscriber(link, ack, Tally.key(step.text("vhost"), queue), stage.tally());
        try {
            link.ask(seconds, () -> {
                link.channel().basicQos(prefetch);
                return link.channel().basicConsume(queue, ack.equals("auto"), name, false, exclusive, arguments,
                        subscriber);
            });
        } catch (StepFault fault) {
            link.abort();
            throw fault;
        }
        stage.consumers().put(name, subscriber);
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
            subscriber.getChannel().basicCancel(subscriber.getConsumerTag());
            return true;
        });
    }

    void closeConnection(StepFields step, ObjectNode result) throws StepFault {
        if (step.has("consumer")) {
            Subscriber subscriber = subscriber(step);
            stage.consumers().remove(step.text("consumer"));
            subscriber.link().close();
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
            Channel channel = subscriber.getChannel();
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
