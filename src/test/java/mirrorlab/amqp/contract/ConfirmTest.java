package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// confirm.select and what follows.
class ConfirmTest extends Contract {
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @BeforeEach
    void listen() {
        channel.addConfirmListener((tag, multiple) -> heard.add("ack " + tag),
                (tag, multiple) -> heard.add("nack " + tag));
        channel.addReturnListener(returned -> heard.add("return " + text(returned.getBody())));
    }

    private String next() throws InterruptedException {
        String next = heard.poll(patience(), TimeUnit.SECONDS);
        assertThat(next).as("an answer to a publish").isNotNull();
        return next;
    }

    @Test
    void every_publish_is_confirmed() throws Exception {
        String queue = queue();
        channel.confirmSelect();
        for (int i = 0; i < 1000; i++) {
            channel.basicPublish("", queue, null, bytes("m" + i));
        }
        assertThat(channel.waitForConfirms(patience() * 1000L)).isTrue();
        assertThat(ready(queue)).isEqualTo(1000);
    }

    @Test
    void persistent_message_of_a_durable_queue_is_confirmed() throws Exception {
        String queue = queueName();
        channel.queueDeclare(queue, true, false, false, null);
        channel.confirmSelect();
        channel.basicPublish("", queue, new AMQP.BasicProperties.Builder().deliveryMode(2).build(), bytes("m"));
        assertThat(next()).isEqualTo("ack 1");
    }

    @Test
    void numbers_begin_when_confirms_begin() throws Exception {
        String queue = queue();
        channel.basicPublish("", queue, null, bytes("unconfirmed"));
        channel.confirmSelect();
        channel.basicPublish("", queue, null, bytes("first"));
        assertThat(next()).isEqualTo("ack 1");
    }

    @Test
    void select_can_be_said_twice_and_without_waiting() throws Exception {
        channel.asyncRpc(new AMQP.Confirm.Select.Builder().nowait(true).build());
        channel.confirmSelect();
        channel.basicPublish("", "contract-nowhere", null, bytes("m"));
        assertThat(next()).isEqualTo("ack 1");
    }

    @Test
    void return_comes_before_its_confirm() throws Exception {
        channel.confirmSelect();
        channel.basicPublish("", "contract-nowhere", true, null, bytes("m"));
        assertThat(next()).isEqualTo("return m");
        assertThat(next()).isEqualTo("ack 1");
    }

    @Test
    void message_to_several_queues_is_confirmed_once() throws Exception {
        String exchange = exchange("fanout");
        channel.queueBind(queue(), exchange, "");
        channel.queueBind(queue(), exchange, "");
        channel.confirmSelect();
        channel.basicPublish(exchange, "", null, bytes("m1"));
        assertThat(next()).isEqualTo("ack 1");
        channel.basicPublish(exchange, "", null, bytes("m2"));
        assertThat(next()).isEqualTo("ack 2");
    }

    @Test
    void full_queue_that_rejects_answers_with_nack() throws Exception {
        String queue = queue(Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
        channel.confirmSelect();
        channel.basicPublish("", queue, null, bytes("m1"));
        assertThat(next()).isEqualTo("ack 1");
        channel.basicPublish("", queue, null, bytes("m2"));
        assertThat(next()).isEqualTo("nack 2");
    }

    @Test
    void transaction_does_not_follow_confirms() throws Exception {
        channel.confirmSelect();
        assertThat(channelError(() -> channel.txSelect()))
                .isEqualTo("406 PRECONDITION_FAILED - cannot switch from confirm to tx mode (90,10)");
    }

    @Test
    void confirms_do_not_follow_a_transaction() throws Exception {
        channel.txSelect();
        assertThat(channelError(() -> channel.confirmSelect()))
                .isEqualTo("406 PRECONDITION_FAILED - cannot switch from tx to confirm mode (85,10)");
    }
}
