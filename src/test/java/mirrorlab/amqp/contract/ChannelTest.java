package mirrorlab.amqp.contract;

import static mirrorlab.amqp.RawClient.contentHeader;
import static mirrorlab.amqp.RawClient.doubleWord;
import static mirrorlab.amqp.RawClient.join;
import static mirrorlab.amqp.RawClient.longstr;
import static mirrorlab.amqp.RawClient.method;
import static mirrorlab.amqp.RawClient.publish;
import static mirrorlab.amqp.RawClient.shortstr;
import static mirrorlab.amqp.RawClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import mirrorlab.amqp.RawClient;
import org.junit.jupiter.api.Test;

/// The class channel, access.request, and what a channel's end means to its connection.
class ChannelTest extends Contract {

    @Test
    void channels_are_opened_and_closed() throws Exception {
        try (RawClient client = RawClient.open(broker.port())) {
            client.send(method(3, 20, 10, shortstr("")));
            assertThat(client.next()).isEqualTo("20.11 on 3");
            client.send(method(3, 20, 40, word(200), shortstr("bye"), word(0), word(0)));
            assertThat(client.next()).isEqualTo("20.41 on 3");
            client.send(method(3, 20, 10, shortstr("")));
            assertThat(client.next()).isEqualTo("20.11 on 3");
        }
    }

    @Test
    void flow_on_is_answered() throws Exception {
        AMQP.Channel.FlowOk answer = (AMQP.Channel.FlowOk) channel
                .rpc(new AMQP.Channel.Flow.Builder().active(true).build()).getMethod();
        assertThat(answer.getActive()).isTrue();
    }

    @Test
    void flow_off_ends_the_connection() throws Exception {
        var own = connect();
        var ownChannel = own.createChannel();
        assertThat(connectionError(own, () -> ownChannel.rpc(new AMQP.Channel.Flow.Builder().active(false).build())))
                .isEqualTo("540 NOT_IMPLEMENTED - active=false (20,20)");
    }

    @Test
    void access_is_granted_to_everybody() throws Exception {
        AMQP.Access.RequestOk answer = (AMQP.Access.RequestOk) channel
                .rpc(new AMQP.Access.Request.Builder().realm("/data").active(true).build()).getMethod();
        assertThat(answer).isNotNull();
    }

    @Test
    void second_open_ends_the_connection() throws Exception {
        assertThat(afterOpening(method(1, 20, 10, shortstr(""))))
                .isEqualTo("10.50 on 0: 504 CHANNEL_ERROR - second 'channel.open' seen (20,10)");
    }

    @Test
    void method_before_open_ends_the_connection() throws Exception {
        assertThat(afterOpening(method(2, 60, 70, word(0), shortstr("q"), RawClient.bytes(0))))
                .isEqualTo("10.50 on 0: 504 CHANNEL_ERROR - expected 'channel.open' (60,70)");
    }

    @Test
    void method_of_the_server_ends_the_connection() throws Exception {
        assertThat(afterOpening(method(1, 50, 11, shortstr("q"), doubleWord(0), doubleWord(0))))
                .isEqualTo("10.50 on 0: 503 COMMAND_INVALID - unimplemented method (50,11)");
    }

    /// RabbitMQ 3.10.8 says nothing more then; this project's nodes say what was wrong.
    @Test
    void unknown_method_ends_the_connection() throws Exception {
        assertThat(afterOpening(method(1, 60, 199)))
                .isIn("closed", "10.50 on 0: 503 COMMAND_INVALID - unimplemented method (60,199)");
    }

    /// As above.
    @Test
    void unknown_field_type_ends_the_connection() throws Exception {
        assertThat(afterOpening(RawClient.declare("q", RawClient.bytes(1, 'a', 'Z')))).isIn("closed",
                "10.50 on 0: 501 FRAME_ERROR - cannot decode <<0,0,1,113,0,0,0,0,3,1,97,90>> (50,10)");
    }

    @Test
    void method_instead_of_a_header_ends_the_connection() throws Exception {
        assertThat(afterOpening(join(publish("q", 0), method(1, 60, 70, word(0), shortstr("q"), RawClient.bytes(0)))))
                .isEqualTo(
                        "10.50 on 0: 505 UNEXPECTED_FRAME - expected content header for class 60, got non content header"
                                + " frame instead (60,40)");
    }

    @Test
    void method_instead_of_a_body_ends_the_connection() throws Exception {
        assertThat(afterOpening(
                join(publish("q", 0), contentHeader(3), method(1, 60, 70, word(0), shortstr("q"), RawClient.bytes(0)))))
                .isEqualTo(
                        "10.50 on 0: 505 UNEXPECTED_FRAME - expected content body, got non content body frame instead"
                                + " (60,40)");
    }

    private String afterOpening(byte[] bytes) throws Exception {
        try (RawClient client = RawClient.withChannel(broker.port())) {
            return client.send(bytes).next();
        }
    }

    @Test
    void ended_channel_leaves_the_others_alone() throws Exception {
        String queue = queue();
        var other = anotherChannel();
        int number = channel.getChannelNumber();
        channelError(() -> channel.basicAck(7, false));
        put(queue, "m");
        assertThat(other.basicGet(queue, true)).isNotNull();
        channel = broker.connection().createChannel(number);
        assertThat(channel.queueDeclarePassive(queue).getMessageCount()).isZero();
    }

    @Test
    void what_comes_after_an_error_is_ignored() throws Exception {
        String queue = queueName();
        try (RawClient client = RawClient.withChannel(broker.port())) {
            client.send(method(1, 60, 80, doubleWord(0), doubleWord(9), RawClient.bytes(0)),
                    RawClient.declare(queue, new byte[0]));
            assertThat(client.next()).isEqualTo("20.40 on 1: 406 PRECONDITION_FAILED - unknown delivery tag 9 (60,80)");
            client.send(RawClient.declare(queue, new byte[0]), method(1, 20, 41), method(1, 20, 10, shortstr("")));
            assertThat(client.next()).isEqualTo("20.11 on 1");
        }
        assertThat(channelError(() -> channel.queueDeclarePassive(queue))).startsWith("404");
    }

    @Test
    void closing_connection_ends_its_channels() throws Exception {
        String queue = queue();
        put(queue, "m");
        try (RawClient client = RawClient.withChannel(broker.port())) {
            client.send(method(1, 60, 70, word(0), shortstr(queue), RawClient.bytes(0)));
            assertThat(client.next()).isEqualTo("60.71 on 1");
            client.skip().skip();
            client.send(method(0, 10, 50, word(200), shortstr("bye"), word(0), word(0)));
            assertThat(client.next()).isEqualTo("10.51 on 0");
        }
        awaitReady(queue, 1);
    }

    @Test
    void cut_connection_gives_everything_back() throws Exception {
        String queue = queue();
        put(queue, "m");
        try (RawClient client = RawClient.withChannel(broker.port())) {
            client.send(method(1, 60, 20, word(0), shortstr(queue), shortstr("c"), RawClient.bytes(0),
                    longstr(new byte[0])));
            assertThat(client.next()).isEqualTo("60.21 on 1");
            assertThat(client.next()).isEqualTo("60.60 on 1");
        }
        awaitReady(queue, 1);
    }
}
