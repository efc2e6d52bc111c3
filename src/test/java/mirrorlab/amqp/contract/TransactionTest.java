package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Return;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// tx.select, tx.commit and tx.rollback.
class TransactionTest extends Contract {

    @Test
    void commit_publishes_in_order() throws Exception {
        String queue = queue();
        channel.txSelect();
        channel.basicPublish("", queue, null, bytes("m1"));
        channel.basicPublish("", queue, null, bytes("m2"));
        assertThat(ready(queue)).isZero();
        channel.txCommit();
        assertThat(ready(queue)).isEqualTo(2);
        assertThat(drain(queue)).containsExactly("m1", "m2");
    }

    @Test
    void rollback_forgets_publishes() throws Exception {
        String queue = queue();
        channel.txSelect();
        channel.basicPublish("", queue, null, bytes("m1"));
        channel.txRollback();
        channel.basicPublish("", queue, null, bytes("m2"));
        channel.txCommit();
        assertThat(ready(queue)).isEqualTo(1);
    }

    @Test
    void commit_settles() throws Exception {
        String queue = queue();
        put(queue, "m1", "m2");
        channel.txSelect();
        channel.basicAck(channel.basicGet(queue, false).getEnvelope().getDeliveryTag(), false);
        channel.basicReject(channel.basicGet(queue, false).getEnvelope().getDeliveryTag(), true);
        assertThat(ready(queue)).isZero();
        channel.txCommit();
        awaitReady(queue, 1);
        channel.close();
        channel = broker.connection().createChannel();
        assertThat(drain(queue)).containsExactly("m2");
    }

    @Test
    void rollback_takes_acknowledgements_back() throws Exception {
        String queue = queue();
        put(queue, "m");
        channel.txSelect();
        long tag = channel.basicGet(queue, false).getEnvelope().getDeliveryTag();
        channel.basicAck(tag, false);
        channel.txRollback();
        channel.basicAck(tag, false);
        channel.txRollback();
        channel.close();
        channel = broker.connection().createChannel();
        awaitReady(queue, 1);
    }

    @Test
    void acknowledgement_twice_in_a_transaction_is_refused() throws Exception {
        String queue = queue();
        put(queue, "m");
        channel.txSelect();
        long tag = channel.basicGet(queue, false).getEnvelope().getDeliveryTag();
        channel.basicAck(tag, false);
        assertThat(channelError(() -> channel.basicAck(tag, false)))
                .isEqualTo("406 PRECONDITION_FAILED - unknown delivery tag 1 (60,80)");
    }

    @Test
    void unroutable_mandatory_message_returns_at_the_commit() throws Exception {
        CompletableFuture<Return> returned = new CompletableFuture<>();
        channel.addReturnListener(returned::complete);
        channel.txSelect();
        channel.basicPublish("", "contract-nowhere", true, null, bytes("m"));
        channel.txCommit();
        assertThat(await(returned).getReplyCode()).isEqualTo(312);
    }

    @Test
    void select_can_be_said_twice() throws Exception {
        channel.txSelect();
        channel.txSelect();
        channel.txCommit();
    }

    @Test
    void closed_channel_rolls_back() throws Exception {
        String queue = queue();
        channel.txSelect();
        channel.basicPublish("", queue, null, bytes("m"));
        channel.close();
        channel = broker.connection().createChannel();
        assertThat(ready(queue)).isZero();
    }

    @Test
    void error_in_a_publish_comes_before_the_commit() throws Exception {
        channel.txSelect();
        assertThat(channelError(() -> channel.basicPublish("contract-none", "", null, bytes("m"))))
                .isEqualTo("404 NOT_FOUND - no exchange 'contract-none' in vhost '/' (60,40)");
    }

    @Test
    void commit_without_a_transaction_is_refused() throws Exception {
        assertThat(channelError(() -> channel.txCommit()))
                .isEqualTo("406 PRECONDITION_FAILED - channel is not transactional (90,20)");
    }

    @Test
    void rollback_without_a_transaction_is_refused() throws Exception {
        assertThat(channelError(() -> channel.txRollback()))
                .isEqualTo("406 PRECONDITION_FAILED - channel is not transactional (90,30)");
    }
}
