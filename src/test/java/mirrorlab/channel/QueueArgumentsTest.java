package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The texts are what a RabbitMQ 3.10.8 answered.
class QueueArgumentsTest {
    private static final QueueName QUEUE = QueueName.of("q");
    private static final Map<String, Object> NOTHING = Map.of();

    private static @Nullable String refusal(String name, @Nullable Object value) {
        Map<String, Object> arguments = new HashMap<>();
        put(arguments, name, value);
        return QueueArguments.refusal(QUEUE, arguments);
    }

    @SuppressWarnings("NullAway") // AMQP's void is a null among the values
    private static void put(Map<String, Object> arguments, String name, @Nullable Object value) {
        arguments.put(name, value);
    }

    @ParameterizedTest
    @CsvSource({"x-message-ttl,0", "x-message-ttl,315360000000", "x-expires,1", "x-max-length,0",
            "x-max-length,9007199254740992", "x-max-length-bytes,0", "x-max-priority,0", "x-max-priority,255",
            "x-queue-version,1", "x-queue-version,2", "x-unknown,-1"})
    void whole_numbers_within_the_limits_are_taken(String name, long value) {
        assertThat(refusal(name, value)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"x-message-ttl,-1,value_negative", "x-message-ttl,315360000001,value_too_large",
            "x-expires,-1,value_negative", "x-expires,0,value_zero", "x-expires,315360000001,value_too_large",
            "x-max-length,-1,value_negative", "x-max-length-bytes,-1,value_negative",
            "x-max-priority,-1,value_negative",
            "x-max-priority,256,max_value_exceeded"})
    void others_are_refused_with_the_limit_they_break(String name, long value, String limit) {
        assertThat(refusal(name, value))
                .isEqualTo("invalid arg '" + name + "' for queue 'q' in vhost '/': {" + limit + "," + value + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            textBlock = """
                    x-overflow      | bad     | invalid arg 'x-overflow' for queue 'q' in vhost '/': invalid_overflow
                    x-queue-mode    | lazier  | invalid arg 'x-queue-mode' for queue 'q' in vhost '/': "unsupported queue mode 'lazier'"
                    x-queue-mode    | a\\b"c  | invalid arg 'x-queue-mode' for queue 'q' in vhost '/': "unsupported queue mode 'a\\\\b\\"c'"
                    x-queue-type    | bad     | invalid arg 'x-queue-type' for queue 'q' in vhost '/': "unsupported queue type 'bad'"
                    x-queue-type    | stream  | invalid arg 'x-queue-type' for queue 'q' in vhost '/': this lab has classic queues only, no queue type 'stream'
                    x-queue-version | 1       | invalid arg 'x-queue-version' for queue 'q' in vhost '/': "expected integer, got longstr"
                    x-single-active-consumer  | true | invalid arg 'x-single-active-consumer' for queue 'q' in vhost '/': {unacceptable_type,longstr}
                    x-dead-letter-routing-key | k    | invalid arg 'x-dead-letter-routing-key' for queue 'q' in vhost '/': routing_key_but_no_dlx_defined
                    x-max-age       | 1D      | invalid arg 'x-max-age' for queue 'q' in vhost '/' of queue type rabbit_classic_queue
                    """)
    void text_that_means_nothing_there_is_refused(String name, String value, String sentence) {
        assertThat(refusal(name, value)).isEqualTo(sentence);
    }

    @Test
    void what_is_right_together_is_taken() {
        assertThat(QueueArguments.refusal(QUEUE,
                Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", "k", "x-overflow",
                        "reject-publish-dlx", "x-queue-mode", "lazy", "x-queue-type", "classic",
                        "x-single-active-consumer", true, "x-max-priority", 5, "x-cancel-on-ha-failover", "bar")))
                .isNull();
    }

    static Stream<Arguments> types() {
        return Stream.of(Arguments.of("longstr", "5"), Arguments.of("bool", true), Arguments.of("double", 1.5),
                Arguments.of("float", 1.5f), Arguments.of("decimal", BigDecimal.ONE),
                Arguments.of("timestamp", Instant.EPOCH), Arguments.of("binary", Bytes.of("x")),
                Arguments.of("table", NOTHING), Arguments.of("array", List.of(1)), Arguments.of("void", null));
    }

    @ParameterizedTest
    @MethodSource("types")
    void a_value_of_another_type_is_refused_with_the_name_of_its_type(String type, @Nullable Object value) {
        assertThat(refusal("x-max-length", value)).isEqualTo(
                "invalid arg 'x-max-length' for queue 'q' in vhost '/': \"expected integer, got " + type + "\"");
        if (!type.equals("longstr")) {
            assertThat(refusal("x-overflow", value))
                    .isEqualTo("invalid arg 'x-overflow' for queue 'q' in vhost '/': {unacceptable_type," + type + "}");
            assertThat(refusal("x-dead-letter-exchange", value))
                    .isEqualTo(
                            "invalid type '" + type + "' for arg 'x-dead-letter-exchange' in queue 'q' in vhost '/'");
        }
    }

    @Test
    void of_several_wrong_arguments_the_one_that_rabbitmq_looks_at_first_is_named() {
        Map<String, Object> wrong = new HashMap<>(
                Map.of("x-dead-letter-exchange", 5, "x-queue-type", "bad", "x-expires",
                        0, "x-message-ttl", -1, "x-dead-letter-routing-key", 5, "x-max-length", -1, "x-overflow", "bad",
                        "x-delivery-limit", 1));
        for (String each : List.of("x-dead-letter-exchange", "x-queue-type", "x-expires", "x-message-ttl",
                "x-dead-letter-routing-key", "x-max-length", "x-overflow", "x-delivery-limit")) {
            assertThat(QueueArguments.refusal(QUEUE, wrong)).contains("arg '" + each + "'");
            wrong.remove(each);
        }
        assertThat(QueueArguments.refusal(QUEUE, wrong)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"client-local,false", "min-masters,false", "random,false", "bad,true", "'',true"})
    void a_locator_is_one_of_three(String locator, boolean wrong) { // PO-25
        assertThat(QueueArguments.hasWrongLocator(Map.of("x-queue-master-locator", locator))).isEqualTo(wrong);
    }

    private static @Nullable String again(Map<String, Object> first, Map<String, Object> then) {
        ReplicaId master = new ReplicaId(NodeName.of("rabbit1"), 1, 1);
        QueueRecord record = new QueueRecord(QUEUE, 1, true, false, null, first, master, 1, null, List.of(),
                List.of(), List.of(), null, false);
        return Equivalence.difference(new Operation.Declare(QUEUE, false, true, false, false, false, then), record);
    }

    @Test
    void a_second_declaration_must_have_the_same_arguments() { // PO-20
        String start = "inequivalent arg 'x-max-length' for queue 'q' in vhost '/': received ";
        assertThat(again(Map.of("x-max-length", 5), Map.of("x-max-length", 5L, "x-foo", 1))).isNull();
        assertThat(again(Map.of("x-max-length", 5), Map.of("x-max-length", 6)))
                .isEqualTo(start + "'6' but current is '5'");
        assertThat(again(Map.of("x-max-length", 5), Map.of("x-max-length", "5")))
                .isEqualTo(start + "'5' but current is '5'");
        assertThat(again(Map.of("x-max-length", 5), NOTHING))
                .isEqualTo(start + "none but current is the value '5' of type 'signedint'");
        assertThat(again(NOTHING, Map.of("x-max-length", -1)))
                .isEqualTo(start + "the value '-1' of type 'signedint' but current is none");
        assertThat(again(NOTHING, Map.of("x-queue-type", "classic"))).isNull();
        assertThat(again(NOTHING, Map.of("x-max-age", "1D"))).isNull();
    }
}
