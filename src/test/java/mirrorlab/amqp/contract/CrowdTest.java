package mirrorlab.amqp.contract;

import static mirrorlab.amqp.RawClient.longstr;
import static mirrorlab.amqp.RawClient.method;
import static mirrorlab.amqp.RawClient.shortstr;
import static mirrorlab.amqp.RawClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.amqp.RawClient;
import org.junit.jupiter.api.Test;

/// Many connections, and such that do not read or speak: the others are served as before.
class CrowdTest extends Contract {
    private static final int IDLE = 1000;
    private static final int SILENT = 100;
    private static final int UNREAD = 1500;

    private void othersAreServed() throws Exception {
        String queue = queue();
        put(queue, "m1", "m2");
        assertThat(drain(queue)).containsExactly("m1", "m2");
        connect().createChannel().queueDeclarePassive(queue);
    }

    @Test
    void thousand_idle_connections_are_kept() throws Exception {
        List<RawClient> idle = new ArrayList<>();
        try {
            for (int i = 0; i < IDLE; i++) {
                idle.add(RawClient.withChannel(broker.port()));
            }
            othersAreServed();
            for (RawClient each : List.of(idle.getFirst(), idle.get(IDLE / 2), idle.getLast())) {
                each.send(method(1, 60, 10, word(0), word(0), word(1), RawClient.bytes(0)));
                assertThat(each.next()).isEqualTo("60.11 on 1");
            }
        } finally {
            for (RawClient each : idle) {
                each.close();
            }
        }
        othersAreServed();
    }

    @Test
    void connections_that_never_speak_stop_nobody() throws Exception {
        List<RawClient> silent = new ArrayList<>();
        try {
            for (int i = 0; i < SILENT; i++) {
                silent.add(new RawClient(broker.port()));
                RawClient halfway = new RawClient(broker.port());
                silent.add(halfway);
                halfway.send(new byte[]{'A', 'M', 'Q'});
                silent.add(RawClient.tuning(broker.port()));
            }
            othersAreServed();
        } finally {
            for (RawClient each : silent) {
                each.close();
            }
        }
    }

    @Test
    void half_open_connections_are_closed() throws Exception {
        String queue = queue();
        put(queue, "m");
        try (RawClient client = RawClient.withChannel(broker.port())) {
            client.send(method(1, 60, 70, word(0), shortstr(queue), RawClient.bytes(0)));
            assertThat(client.next()).isEqualTo("60.71 on 1");
            client.skip().skip();
            client.send(new byte[]{1, 0, 1, 0});
            client.socket.shutdownOutput();
            assertThat(client.next()).isEqualTo("closed");
        }
        awaitReady(queue, 1);
    }

    @Test
    void consumer_that_never_reads_stops_nobody() throws Exception {
        String queue = queue();
        try (RawClient deaf = RawClient.withChannel(broker.port())) {
            deaf.send(method(1, 60, 20, word(0), shortstr(queue), shortstr("deaf"), RawClient.bytes(2),
                    longstr(new byte[0])));
            assertThat(deaf.next()).isEqualTo("60.21 on 1");
            byte[] body = new byte[16_000];
            channel.confirmSelect();
            for (int i = 0; i < UNREAD; i++) {
                channel.basicPublish("", queue, new AMQP.BasicProperties(), body);
            }
            assertThat(channel.waitForConfirms(patience() * 1000L)).isTrue();
            othersAreServed();
            channel.basicPublish("", queue, null, body);
            assertThat(channel.waitForConfirms(patience() * 1000L)).isTrue();
        }
    }
}
