package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import org.junit.jupiter.api.Test;

/// Answers without a queue: amq.rabbitmq.reply-to.
class DirectReplyTest extends Contract {
    private static final String REPLY_TO = "amq.rabbitmq.reply-to";
    private static final AMQP.BasicProperties ASKING = new AMQP.BasicProperties.Builder().replyTo(REPLY_TO)
            .correlationId("7").build();

    @Test
    void answer_comes_to_who_asked() throws Exception {
        String queue = queue();
        Deliveries answers = Deliveries.automatic(this, channel, REPLY_TO);
        channel.basicPublish("", queue, ASKING, bytes("question"));
        Channel server = otherChannel();
        var question = takeFrom(server, queue);
        String address = question.getProps().getReplyTo();
        assertThat(address).startsWith(REPLY_TO + ".");
        server.basicPublish("", address, new AMQP.BasicProperties.Builder().correlationId("7").build(),
                bytes("answer"));
        Delivery answer = answers.next();
        assertThat(text(answer.getBody())).isEqualTo("answer");
        assertThat(answer.getProperties().getCorrelationId()).isEqualTo("7");
        assertThat(answer.getEnvelope().getExchange()).isEmpty();
        assertThat(answer.getEnvelope().getRoutingKey()).isEqualTo(address);
    }

    @Test
    void many_answers_may_come() throws Exception {
        String queue = queue();
        Deliveries answers = Deliveries.automatic(this, channel, REPLY_TO);
        channel.basicPublish("", queue, ASKING, bytes("question"));
        Channel server = anotherChannel();
        String address = takeFrom(server, queue).getProps().getReplyTo();
        server.basicPublish("", address, null, bytes("one"));
        server.basicPublish("", address, null, bytes("two"));
        assertThat(answers.next(2)).containsExactly("one", "two");
    }

    @Test
    void consumer_must_not_acknowledge() throws Exception {
        assertThat(channelError(() -> Deliveries.manual(this, channel, REPLY_TO)))
                .isEqualTo("406 PRECONDITION_FAILED - reply consumer cannot acknowledge (60,20)");
    }

    @Test
    void second_consumer_is_refused() throws Exception {
        Deliveries.automatic(this, channel, REPLY_TO);
        assertThat(channelError(() -> Deliveries.automatic(this, channel, REPLY_TO)))
                .isEqualTo("406 PRECONDITION_FAILED - reply consumer already set (60,20)");
    }

    @Test
    void question_without_a_consumer_is_refused() throws Exception {
        assertThat(channelError(() -> channel.basicPublish("", "k", ASKING, bytes("question"))))
                .isEqualTo("406 PRECONDITION_FAILED - fast reply consumer does not exist (60,40)");
    }

    @Test
    void address_can_be_asked_for_while_it_lives() throws Exception {
        String queue = queue();
        Deliveries answers = Deliveries.automatic(this, channel, REPLY_TO);
        channel.basicPublish("", queue, ASKING, bytes("question"));
        Channel server = anotherChannel();
        String address = takeFrom(server, queue).getProps().getReplyTo();
        var there = server.queueDeclarePassive(address);
        assertThat(there.getQueue()).isEqualTo(address);
        assertThat(there.getConsumerCount()).isEqualTo(1);
        answers.cancel();
        assertThat(channelError(server, () -> server.queueDeclarePassive(address)))
                .isEqualTo("404 NOT_FOUND - no queue '" + address + "' in vhost '/' (50,10)");
    }

    @Test
    void name_itself_can_be_asked_for() throws Exception {
        assertThat(channel.queueDeclarePassive(REPLY_TO).getQueue()).isEqualTo(REPLY_TO);
        assertThat(channel.queueDeclare(REPLY_TO, false, false, false, null).getQueue()).isEqualTo(REPLY_TO);
    }

    @Test
    void cancelled_consumer_can_come_again() throws Exception {
        Deliveries answers = Deliveries.automatic(this, channel, REPLY_TO);
        answers.cancel();
        Deliveries.automatic(this, channel, REPLY_TO);
    }

    @Test
    void answer_to_nobody_is_unroutable() throws Exception {
        String queue = queue();
        Deliveries answers = Deliveries.automatic(this, channel, REPLY_TO);
        channel.basicPublish("", queue, ASKING, bytes("question"));
        String address = takeFrom(otherChannel(), queue).getProps().getReplyTo();
        answers.cancel();
        channel.confirmSelect();
        channel.basicPublish("", address, null, bytes("answer"));
        assertThat(channel.waitForConfirms(patience() * 1000L)).isTrue();
    }
}
