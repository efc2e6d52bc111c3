package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Delivery;
import java.util.List;
import org.junit.jupiter.api.Test;

/// basic.ack, basic.nack, basic.reject, basic.recover and basic.recover-async.
class AcknowledgeTest extends Contract {

    private List<Long> hold(String queue, int count) throws Exception {
        List<Long> tags = new java.util.ArrayList<>();
        for (int i = 0; i < count; i++) {
            tags.add(channel.basicGet(queue, false).getEnvelope().getDeliveryTag());
        }
        return tags;
    }

    private String queueOf(int count) throws Exception {
        String queue = queue();
        String[] bodies = new String[count];
        for (int i = 0; i < count; i++) {
            bodies[i] = "m" + (i + 1);
        }
        put(queue, bodies);
        return queue;
    }

    /// What a closed channel gives back: everything that was not settled.
    private List<String> unsettled(String queue, int count) throws Exception {
        channel.close();
        channel = broker.connection().createChannel();
        awaitReady(queue, count);
        return drain(queue);
    }

    @Test
    void ack_settles_one() throws Exception {
        String queue = queueOf(3);
        List<Long> tags = hold(queue, 3);
        channel.basicAck(tags.get(1), false);
        assertThat(unsettled(queue, 2)).containsExactly("m1", "m3");
    }

    @Test
    void ack_multiple_settles_all_before() throws Exception {
        String queue = queueOf(3);
        List<Long> tags = hold(queue, 3);
        channel.basicAck(tags.get(1), true);
        assertThat(unsettled(queue, 1)).containsExactly("m3");
    }

    @Test
    void ack_multiple_of_zero_settles_all() throws Exception {
        String queue = queueOf(3);
        hold(queue, 2);
        channel.basicAck(0, true);
        assertThat(unsettled(queue, 1)).containsExactly("m3");
    }

    @Test
    void ack_multiple_of_zero_without_deliveries_settles_nothing() throws Exception {
        channel.basicAck(0, true);
        channel.basicQos(0);
    }

    @Test
    void nack_multiple_gives_all_before_back() throws Exception {
        String queue = queueOf(4);
        List<Long> tags = hold(queue, 4);
        channel.basicNack(tags.get(2), true, true);
        awaitReady(queue, 3);
        var again = channel.basicGet(queue, true);
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
        assertThat(text(again.getBody())).isEqualTo("m1");
        assertThat(drain(queue)).containsExactly("m2", "m3");
    }

    @Test
    void nack_without_requeue_drops() throws Exception {
        String queue = queueOf(3);
        List<Long> tags = hold(queue, 3);
        channel.basicNack(tags.get(0), false, false);
        assertThat(unsettled(queue, 2)).containsExactly("m2", "m3");
    }

    @Test
    void nack_multiple_of_zero_settles_all() throws Exception {
        String queue = queueOf(3);
        hold(queue, 3);
        channel.basicNack(0, true, false);
        assertThat(unsettled(queue, 0)).isEmpty();
    }

    @Test
    void rejected_message_returns_to_its_place() throws Exception {
        String queue = queueOf(3);
        List<Long> tags = hold(queue, 2);
        channel.basicReject(tags.get(1), true);
        awaitReady(queue, 2);
        assertThat(drain(queue)).containsExactly("m2", "m3");
        channel.basicReject(tags.get(0), true);
        awaitReady(queue, 1);
    }

    @Test
    void reject_without_requeue_drops() throws Exception {
        String queue = queueOf(2);
        List<Long> tags = hold(queue, 2);
        channel.basicReject(tags.get(0), false);
        assertThat(unsettled(queue, 1)).containsExactly("m2");
    }

    @Test
    void unknown_tag_of_ack_is_refused() throws Exception {
        assertThat(channelError(() -> channel.basicAck(5, false)))
                .isEqualTo("406 PRECONDITION_FAILED - unknown delivery tag 5 (60,80)");
    }

    @Test
    void unknown_tag_of_ack_multiple_is_refused() throws Exception {
        assertThat(channelError(() -> channel.basicAck(5, true)))
                .isEqualTo("406 PRECONDITION_FAILED - unknown delivery tag 5 (60,80)");
    }

    @Test
    void unknown_tag_of_nack_is_refused() throws Exception {
        assertThat(channelError(() -> channel.basicNack(5, false, true)))
                .isEqualTo("406 PRECONDITION_FAILED - unknown delivery tag 5 (60,120)");
    }

    @Test
    void unknown_tag_of_reject_is_refused() throws Exception {
        assertThat(channelError(() -> channel.basicReject(5, true)))
                .isEqualTo("406 PRECONDITION_FAILED - unknown delivery tag 5 (60,90)");
    }

    @Test
    void tag_is_good_once() throws Exception {
        String queue = queueOf(2);
        List<Long> tags = hold(queue, 2);
        channel.basicAck(tags.get(0), false);
        assertThat(channelError(() -> channel.basicAck(tags.get(0), false)))
                .isEqualTo("406 PRECONDITION_FAILED - unknown delivery tag 1 (60,80)");
        channel = broker.connection().createChannel();
        awaitReady(queue, 1);
    }

    @Test
    void tag_of_an_automatic_acknowledgement_is_unknown() throws Exception {
        String queue = queueOf(1);
        Delivery settled = Deliveries.automatic(this, channel, queue).next();
        assertThat(channelError(() -> channel.basicAck(settled.getEnvelope().getDeliveryTag(), false)))
                .isEqualTo("406 PRECONDITION_FAILED - unknown delivery tag 1 (60,80)");
    }

    @Test
    void recover_gives_everything_back() throws Exception {
        String queue = queueOf(3);
        hold(queue, 2);
        channel.basicRecover(true);
        awaitReady(queue, 3);
        var again = channel.basicGet(queue, true);
        assertThat(text(again.getBody())).isEqualTo("m1");
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
        assertThat(again.getEnvelope().getDeliveryTag()).isEqualTo(3);
    }

    @Test
    void recover_delivers_to_the_consumer_again() throws Exception {
        String queue = queueOf(2);
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        assertThat(consumer.next(2)).containsExactly("m1", "m2");
        channel.basicRecover();
        await(consumer.recovered);
        Delivery first = consumer.next();
        assertThat(text(first.getBody())).isEqualTo("m1");
        assertThat(first.getEnvelope().isRedeliver()).isTrue();
        assertThat(consumer.nextText()).isEqualTo("m2");
    }

    @Test
    void recover_without_requeue_ends_the_connection() throws Exception {
        var own = connect();
        var ownChannel = own.createChannel();
        assertThat(connectionError(own, () -> ownChannel.basicRecover(false)))
                .isEqualTo("540 NOT_IMPLEMENTED - requeue=false (60,110)");
    }

    @Test
    void recover_async_gives_everything_back() throws Exception {
        String queue = queueOf(2);
        hold(queue, 2);
        channel.asyncRpc(new AMQP.Basic.RecoverAsync.Builder().requeue(true).build());
        awaitReady(queue, 2);
    }

    @Test
    void recover_async_without_requeue_ends_the_connection() throws Exception {
        var own = connect();
        var ownChannel = own.createChannel();
        assertThat(connectionError(own,
                () -> ownChannel.asyncRpc(new AMQP.Basic.RecoverAsync.Builder().requeue(false).build())))
                .isEqualTo("540 NOT_IMPLEMENTED - requeue=false (60,100)");
    }
}
