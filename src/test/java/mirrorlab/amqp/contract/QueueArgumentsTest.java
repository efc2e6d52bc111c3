package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What queue.declare says to arguments that are wrong.
class QueueArgumentsTest extends Contract {

    static Stream<Arguments> wrong() {
        String text = "\"expected integer, got longstr\"";
        return Stream.of(wrong("x-message-ttl", -1, "{value_negative,-1}"), wrong("x-message-ttl", "5", text),
                wrong("x-message-ttl", 1L << 40, "{value_too_large,1099511627776}"),
                wrong("x-message-ttl", true, "\"expected integer, got bool\""), wrong("x-expires", 0, "{value_zero,0}"),
                wrong("x-expires", -1, "{value_negative,-1}"), wrong("x-expires", "5", text),
                wrong("x-expires", 1L << 40, "{value_too_large,1099511627776}"),
                wrong("x-max-length", -1, "{value_negative,-1}"), wrong("x-max-length", "5", text),
                wrong("x-max-length-bytes", -1, "{value_negative,-1}"), wrong("x-max-length-bytes", "5", text),
                wrong("x-max-priority", -1, "{value_negative,-1}"),
                wrong("x-max-priority", 256, "{max_value_exceeded,256}"),
                wrong("x-max-priority", "5", text), wrong("x-overflow", "drop-tail", "invalid_overflow"),
                wrong("x-overflow", 5, "{unacceptable_type,signedint}"),
                wrong("x-dead-letter-routing-key", "k", "routing_key_but_no_dlx_defined"),
                wrong("x-dead-letter-routing-key", 5, "{unacceptable_type,signedint}"),
                wrong("x-queue-mode", "eager", "\"unsupported queue mode 'eager'\""),
                wrong("x-queue-mode", 5, "{unacceptable_type,signedint}"),
                wrong("x-single-active-consumer", "yes", "{unacceptable_type,longstr}"),
                wrong("x-queue-type", "odd", "\"unsupported queue type 'odd'\""),
                wrong("x-queue-type", 5, "{unacceptable_type,signedint}"),
                wrong("x-queue-version", 3, "\"unsupported queue version '3'\""), wrong("x-queue-version", "2", text));
    }

    private static Arguments wrong(String argument, Object value, String complaint) {
        return Arguments.of(argument, value, complaint);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrong_argument_is_refused(String argument, Object value, String complaint) throws Exception {
        String name = queueName();
        assertThat(channelError(() -> channel.queueDeclare(name, false, false, false, Map.of(argument, value))))
                .isEqualTo("406 PRECONDITION_FAILED - invalid arg '" + argument + "' for queue '" + name
                        + "' in vhost '/': " + complaint + " (50,10)");
    }

    @Test
    void wrong_dead_letter_exchange_is_refused() throws Exception {
        String name = queueName();
        assertThat(channelError(
                () -> channel.queueDeclare(name, false, false, false, Map.of("x-dead-letter-exchange", 5))))
                .isEqualTo(
                        "406 PRECONDITION_FAILED - invalid type 'signedint' for arg 'x-dead-letter-exchange' in queue '"
                                + name + "' in vhost '/' (50,10)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"anywhere", ""})
    void wrong_locator_ends_the_connection(String locator) throws Exception {
        String name = queueName();
        var own = connect();
        assertThat(connectionError(own, () -> own.createChannel().queueDeclare(name, false, false, false,
                Map.of("x-queue-master-locator", locator)))).isEqualTo("541 INTERNAL_ERROR (0,0)");
    }

    static Stream<Arguments> right() {
        return Stream.of(right("x-message-ttl", 0), right("x-expires", 60_000), right("x-max-length", 0),
                right("x-max-length-bytes", 1L << 40), right("x-max-priority", 255), right("x-max-priority", 0),
                right("x-overflow", "drop-head"), right("x-overflow", "reject-publish"),
                right("x-overflow", "reject-publish-dlx"), right("x-dead-letter-exchange", "ct-none"),
                right("x-queue-mode", "lazy"), right("x-queue-mode", "default"),
                right("x-queue-master-locator", "client-local"), right("x-queue-master-locator", "min-masters"),
                right("x-queue-master-locator", "random"), right("x-single-active-consumer", true),
                right("x-single-active-consumer", false), right("x-queue-type", "classic"));
    }

    private static Arguments right(String argument, Object value) {
        return Arguments.of(argument, value);
    }

    @ParameterizedTest
    @MethodSource("right")
    void right_argument_is_kept(String argument, Object value) throws Exception {
        String name = queue(Map.of(argument, value));
        channel.queueDeclare(name, false, false, false, Map.of(argument, value));
        put(name, "m");
    }

    @Test
    void lazy_queue_serves_as_any() throws Exception {
        String name = queue(Map.of("x-queue-mode", "lazy"));
        put(name, "m1", "m2", "m3");
        assertThat(drain(name)).containsExactly("m1", "m2", "m3");
    }

    @Test
    void every_kind_of_value_is_taken() throws Exception {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("list", java.util.List.of(1, "two", true));
        all.put("inner", Map.of("a", 1.5, "b", 2.5f));
        all.put("decimal", new java.math.BigDecimal("1.25"));
        all.put("time", new java.util.Date(1_000_000_000_000L));
        all.put("nothing", null);
        all.put("byte", (byte) 1);
        all.put("short", (short) 2);
        all.put("long", 1L << 50);
        all.put("bytes", new byte[]{0, 1, (byte) 255});
        String name = queue(all);
        channel.queueDeclarePassive(name);
    }
}
