package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.util.Map;

/// The steps `declare_queue`, `delete_queue` and `purge_queue`.
final class QueueActions {
    private final Stage stage;

    QueueActions(Stage stage) {
        this.stage = stage;
    }

    void declare(StepFields step, ObjectNode result) throws StepFault {
        String queue = step.text("queue");
        Map<String, Object> arguments = step.arguments();
        boolean passive = step.flag("passive");
        boolean durable = step.flag("durable");
        boolean exclusive = step.flag("exclusive");
        boolean autoDelete = step.flag("auto_delete");
        stage.withLink(step, result, "declarer", link -> {
            Channel channel = link.channel();
            AMQP.Queue.DeclareOk ok = link.ask(step.seconds("timeout"),
                    () -> passive
                            ? channel.queueDeclarePassive(queue)
                            : channel.queueDeclare(queue, durable, exclusive, autoDelete, arguments));
            result.put("message_count", ok.getMessageCount()).put("consumer_count", ok.getConsumerCount());
            if (queue.isEmpty()) {
                result.put("queue", "(server-named)");
            }
        });
    }

    void delete(StepFields step, ObjectNode result) throws StepFault {
        String queue = step.text("queue");
        boolean ifUnused = step.flag("if_unused");
        boolean ifEmpty = step.flag("if_empty");
        stage.withLink(step, result, "deleter", link -> result.put("message_count", link
                .ask(step.seconds("timeout"), () -> link.channel().queueDelete(queue, ifUnused, ifEmpty))
                .getMessageCount()));
    }

    void purge(StepFields step, ObjectNode result) throws StepFault {
        String queue = step.text("queue");
        stage.withLink(step, result, "purger", link -> {
            result.put("message_count",
                    link.ask(step.seconds("timeout"), () -> link.channel().queuePurge(queue)).getMessageCount());
            stage.tally().purged(Tally.key(step.text("vhost"), queue));
        });
    }
}
