package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Channel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Declaring, purging and deleting queues.
class QueueTest extends Contract {

    private static String locked(String queue) {
        return "405 RESOURCE_LOCKED - cannot obtain exclusive access to locked queue '" + queue + "' in vhost '/'. It "
                + "could be originally declared on another connection or the exclusive property value does not match "
                + "that of the original declaration.";
    }

    @ParameterizedTest
    @CsvSource({"false,false,false", "true,false,false", "false,true,false", "false,false,true", "true,false,true"})
    void queue_can_be_declared_twice_alike(boolean durable, boolean exclusive, boolean autoDelete) throws Exception {
        String name = queueName();
        Map<String, Object> arguments = Map.of("x-max-length", 5, "own", "value");
        channel.queueDeclare(name, durable, exclusive, autoDelete, arguments);
        var again = channel.queueDeclare(name, durable, exclusive, autoDelete, arguments);
        assertThat(again.getQueue()).isEqualTo(name);
        assertThat(again.getMessageCount()).isZero();
        assertThat(again.getConsumerCount()).isZero();
    }

    @Test
    void declare_counts_messages_and_consumers() throws Exception {
        String name = queue();
        put(name, "m1", "m2");
        Deliveries.manual(this, anotherChannel(), name).next(2);
        put(name, "m3");
        channel.basicQos(1);
        await("the third delivery", () -> ready(name) == 0);
        var counted = otherChannel().queueDeclare(name, false, false, false, null);
        assertThat(counted.getMessageCount()).isZero();
        assertThat(counted.getConsumerCount()).isEqualTo(1);
    }

    @Test
    void server_names_the_queue() throws Exception {
        String first = channel.queueDeclare().getQueue();
        String second = channel.queueDeclare("", false, true, true, null).getQueue();
        assertThat(first).startsWith("amq.gen-").isNotEqualTo(second);
        put(second, "m");
        assertThat(channel.basicGet("", true).getBody()).asString().isEqualTo("m");
        assertThat(channel.queueDeclare("", true, false, false, null).getQueue()).isNotEqualTo(second);
        channel.queueDelete("");
    }

    @Test
    void declare_without_waiting_is_done_in_order() throws Exception {
        String name = queueName();
        channel.queueDeclareNoWait(name, false, false, false, Map.of());
        channel.queueDeclarePassive(name);
        channel.queueDeleteNoWait(name, false, false);
        assertThat(channelError(() -> channel.queueDeclarePassive(name)))
                .isEqualTo("404 NOT_FOUND - no queue '" + name + "' in vhost '/' (50,10)");
    }

    @Test
    void passive_declare_compares_nothing() throws Exception {
        String name = queue();
        var there = (AMQP.Queue.DeclareOk) channel.asyncCompletableRpc(new AMQP.Queue.Declare.Builder().queue(name)
                .passive().durable(true).autoDelete().arguments(Map.of("x-max-length", -5)).build()).get().getMethod();
        assertThat(there.getQueue()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"durable,true,false", "auto_delete,false,true"})
    void other_flags_are_refused(String flag, boolean durable, boolean autoDelete) throws Exception {
        String name = queue();
        assertThat(channelError(() -> channel.queueDeclare(name, durable, false, autoDelete, null)))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg '" + flag + "' for queue '" + name
                        + "' in vhost '/': received 'true' but current is 'false' (50,10)");
    }

    @Test
    void other_exclusiveness_is_locked() throws Exception {
        String name = queue();
        assertThat(channelError(() -> channel.queueDeclare(name, false, true, false, null)))
                .isEqualTo(locked(name) + " (50,10)");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"',
            value = {"6,'6' but current is '5'", ",none but current is the value '5' of type 'signedint'"})
    void other_arguments_are_refused(Integer value, String received) throws Exception {
        String name = queue(Map.of("x-max-length", 5));
        Map<String, Object> arguments = value == null ? Map.of() : Map.of("x-max-length", value);
        assertThat(channelError(() -> channel.queueDeclare(name, false, false, false, arguments)))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg 'x-max-length' for queue '" + name
                        + "' in vhost '/': received " + received + " (50,10)");
    }

    @Test
    void argument_that_was_not_there_is_refused() throws Exception {
        String name = queue();
        assertThat(channelError(() -> channel.queueDeclare(name, false, false, false, Map.of("x-expires", 60_000))))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg 'x-expires' for queue '" + name
                        + "' in vhost '/': received the value '60000' of type 'signedint' but current is none (50,10)");
    }

    @Test
    void numbers_of_other_types_are_alike() throws Exception {
        String name = queue(Map.of("x-max-length", 5));
        channel.queueDeclare(name, false, false, false, Map.of("x-max-length", 5L));
        channel.queueDeclare(name, false, false, false, Map.of("x-max-length", (short) 5));
    }

    @Test
    void arguments_that_mean_nothing_need_not_be_alike() throws Exception {
        String name = queue(Map.of("own", 1));
        channel.queueDeclare(name, false, false, false, Map.of("own", 2, "x-other", "y"));
    }

    @Test
    void reserved_name_is_refused() throws Exception {
        assertThat(channelError(() -> channel.queueDeclare("amq.contract", false, false, false, null)))
                .isEqualTo("403 ACCESS_REFUSED - queue name 'amq.contract' contains reserved prefix 'amq.*' (50,10)");
    }

    @Test
    void exclusive_queue_is_locked_for_others() throws Exception {
        String name = queueName();
        channel.queueDeclare(name, false, true, false, null);
        record Attempt(int method, int clazz, Asking asking) {}
        for (Attempt each : java.util.List.of(
                new Attempt(10, 50, other -> other.queueDeclare(name, false, true, false, null)),
                new Attempt(10, 50, other -> other.queueDeclarePassive(name)),
                new Attempt(20, 50, other -> other.queueBind(name, "amq.direct", "k")),
                new Attempt(30, 50, other -> other.queuePurge(name)),
                new Attempt(40, 50, other -> other.queueDelete(name)),
                new Attempt(20, 60, other -> other.basicConsume(name, Deliveries.unused(this, other))),
                new Attempt(70, 60, other -> other.basicGet(name, true)))) {
            Channel other = otherChannel();
            assertThat(channelError(other, () -> each.asking.ask(other)))
                    .isEqualTo(locked(name) + " (" + each.clazz + "," + each.method + ")");
        }
        put(name, "anybody may publish");
        anotherChannel().queuePurge(name);
    }

    private interface Asking {
        void ask(Channel channel) throws Exception;
    }

    @Test
    void exclusive_queue_goes_with_its_connection() throws Exception {
        String name = queueName();
        Connection own = connect();
        own.createChannel().queueDeclare(name, true, true, false, null);
        own.close();
        await("end of the queue", () -> {
            Channel asking = broker.connection().createChannel();
            try {
                asking.queueDeclarePassive(name);
                return false;
            } catch (java.io.IOException e) {
                return e.getCause().getMessage().contains("404");
            } finally {
                asking.abort();
            }
        });
    }

    @Test
    void auto_delete_queue_goes_with_its_last_consumer() throws Exception {
        String name = queueName();
        channel.queueDeclare(name, false, false, true, null);
        Deliveries first = Deliveries.manual(this, anotherChannel(), name);
        Deliveries second = Deliveries.manual(this, channel, name);
        first.cancel();
        assertThat(consumers(name)).isEqualTo(1);
        second.cancel();
        assertThat(channelError(() -> channel.queueDeclarePassive(name))).startsWith("404");
    }

    @Test
    void auto_delete_queue_stays_without_any_consumer() throws Exception {
        String name = queueName();
        channel.queueDeclare(name, false, false, true, null);
        put(name, "m");
        assertThat(drain(name)).containsExactly("m");
        channel.queueDeclarePassive(name);
    }

    @Test
    void purge_counts_ready_messages() throws Exception {
        String name = queue();
        put(name, "m1", "m2", "m3");
        long held = channel.basicGet(name, false).getEnvelope().getDeliveryTag();
        assertThat(channel.queuePurge(name).getMessageCount()).isEqualTo(2);
        channel.basicReject(held, true);
        awaitReady(name, 1);
        channel.asyncRpc(new AMQP.Queue.Purge.Builder().queue(name).nowait(true).build());
    }

    @Test
    void purge_of_a_missing_queue_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.queuePurge("contract-none")))
                .isEqualTo("404 NOT_FOUND - no queue 'contract-none' in vhost '/' (50,30)");
    }

    @Test
    void delete_counts_messages() throws Exception {
        String name = queue();
        put(name, "m1", "m2");
        assertThat(channel.queueDelete(name).getMessageCount()).isEqualTo(2);
        assertThat(channelError(() -> channel.queueDeclarePassive(name))).startsWith("404");
    }

    @Test
    void deletion_of_a_missing_queue_is_answered() throws Exception {
        assertThat(channel.queueDelete("contract-none").getMessageCount()).isZero();
        assertThat(channel.queueDelete("contract-none", true, true).getMessageCount()).isZero();
    }

    @Test
    void queue_with_messages_is_not_deleted_if_empty() throws Exception {
        String name = queue();
        put(name, "m");
        assertThat(channelError(() -> channel.queueDelete(name, false, true)))
                .isEqualTo("406 PRECONDITION_FAILED - queue '" + name + "' in vhost '/' not empty (50,40)");
    }

    @Test
    void queue_with_consumers_is_not_deleted_if_unused() throws Exception {
        String name = queue();
        Deliveries.manual(this, anotherChannel(), name);
        assertThat(channelError(() -> channel.queueDelete(name, true, false)))
                .isEqualTo("406 PRECONDITION_FAILED - queue '" + name + "' in vhost '/' in use (50,40)");
    }

    @Test
    void empty_and_unused_queue_is_deleted() throws Exception {
        String name = queue();
        assertThat(channel.queueDelete(name, true, true).getMessageCount()).isZero();
    }

    @Test
    void empty_name_without_a_declared_queue_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.queuePurge("")))
                .isEqualTo("404 NOT_FOUND - no previously declared queue (50,30)");
    }

    @Test
    void line_ends_are_taken_out_of_names() throws Exception {
        String name = queueName();
        assertThat(channel.queueDeclare(name + "\r\n", false, false, false, null).getQueue()).isEqualTo(name);
    }
}
