package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The step `publish`.
final class PublishAction implements Action {
    private final Stage stage;

    PublishAction(Stage stage) {
        this.stage = stage;
    }

    @Override
    public void play(StepFields step, ObjectNode result) throws StepFault {
        stage.withLink(step, result, "publisher", link -> new Batch(step, result, link).publish());
    }

    /// One run of messages.
    private final class Batch {
        private final StepFields step;
        private final ObjectNode result;
        private final Link link;
        private final String exchange;
        private final String routingKey;
        private final int count;
        private final boolean confirm;
        private final boolean tx;
        private final String target;
        private final boolean hasPayload;
        private final AtomicLong returned = new AtomicLong();
        private long published;
        private boolean isRolledBack;

        Batch(StepFields step, ObjectNode result, Link link) throws StepFault {
            this.step = step;
            this.result = result;
            this.link = link;
            exchange = step.textOr("exchange", "");
            routingKey = step.has("queue") ? step.text("queue") : step.textOr("routing_key", "");
            count = step.whole("count");
            tx = step.flag("tx") || step.flag("rollback");
            confirm = step.flag("confirm") && !tx; // a channel is in one mode only
            hasPayload = step.has("payload");
            target = Tally.key(step.text("vhost"), exchange.isEmpty() ? routingKey : exchange + "\n" + routingKey);
        }

        void publish() throws StepFault {
            double seconds = step.seconds("timeout");
            long deadline = System.nanoTime() + (long) (seconds * 1e9);
            String prefix = step.text("body");
            long first = stage.tally().take(target, count);
            Channel channel = link.channel();
            channel.addReturnListener(unrouted -> returned.incrementAndGet());
            if (tx) {
                link.ask(seconds, channel::txSelect);
            }
            Confirms confirms = confirm
                    ? link.ask(seconds, () -> new Confirms(channel, step.whole("in_flight"),
                            this::confirmed))
                    : null;
            Naming naming = new Naming(stage, link,
                    exchange.isEmpty() ? new QueueName(step.text("vhost"), routingKey) : null, prefix, first, count);
            AMQP.BasicProperties properties = MessageProperties.of(step);
            int size = step.wholeOr("body_size", 0);
            byte[] payload = hasPayload ? step.text("payload").getBytes(StandardCharsets.UTF_8) : null;
            try {
                for (long number = first; number < first + count; number++) {
                    String body = prefix + number;
                    if (confirms != null && !confirms.reserve(body, deadline)) {
                        throw StepFault.timeout(seconds);
                    }
                    naming.before(number);
                    channel.basicPublish(exchange, routingKey, step.flag("mandatory"), properties,
                            payload == null ? Body.of(body, size) : payload);
                    published++;
                }
                if (confirms != null && !confirms.awaitAll(deadline)) {
                    throw StepFault.timeout(seconds);
                }
                settle(seconds);
                if (tx) {
                    end(seconds);
                }
                tell(confirms, false);
            } catch (IOException | RuntimeException e) {
                tell(confirms, true);
                throw ClientFaults.of(e, seconds);
            } catch (StepFault e) {
                tell(confirms, true);
                throw e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw StepFault.notPossible("closing");
            } finally {
                naming.unsent(isRolledBack ? first : first + published);
            }
        }

        /// A payload of its own is not told from another when it comes back, so nothing is expected of it.
        private void confirmed(String body) {
            if (!hasPayload) {
                stage.tally().confirmed(target, body);
            }
        }

        /// P-27
        private void end(double seconds) throws StepFault {
            Channel channel = link.channel();
            isRolledBack = step.flag("rollback");
            link.ask(seconds, () -> isRolledBack ? channel.txRollback() : channel.txCommit());
            result.put("tx", isRolledBack ? "rolled_back" : "committed");
        }

        /// Without confirms, a round trip tells that the node has taken in everything.
        private void settle(double seconds) throws StepFault {
            if (!confirm) {
                link.ask(seconds, () -> {
                    link.channel().basicQos(0);
                    return true;
                });
            }
        }

        private void tell(@Nullable Confirms confirms, boolean failed) throws StepFault {
            result.put("published", published);
            if (confirms != null) {
                result.put("confirmed", confirms.acked()).put("nacked", confirms.nacked());
                if (failed) {
                    result.put("unconfirmed", confirms.unanswered());
                }
            }
            if (step.flag("mandatory")) {
                result.put("returned", returned.get());
            }
        }
    }
}
