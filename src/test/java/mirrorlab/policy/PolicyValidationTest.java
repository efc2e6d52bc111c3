package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Refusals in RabbitMQ's words: PO-02, PO-07, PO-08, PO-23.
class PolicyValidationTest {
    private static final ObjectMapper JSON = new JsonMapper();

    static List<Map<String, Object>> recordings() throws IOException {
        try (InputStream in = PolicyValidationTest.class.getResourceAsStream("recorded-answers.json")) {
            return JSON.readValue(Objects.requireNonNull(in), new TypeReference<>() {
            });
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    @SuppressWarnings("unchecked")
    void answers_as_the_recorded_broker_did(Map<String, Object> recorded) {
        String answer = PolicyValidation.check((String) recorded.get("pattern"), (String) recorded.get("apply-to"),
                (Map<String, Object>) recorded.get("definition"));
        if (recorded.containsKey("crash")) {
            assertThat(answer).startsWith("{:function_clause");
        } else {
            assertThat(answer).isEqualTo(recorded.get("refusal"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            textBlock = """
                    {"ha-mode":"all","ha-sync-batch-size":{"b":[],"a":null}} | ha-sync-batch-size takes an integer greater than 0, #{<<"a">> => null,<<"b">> => []} given
                    {"ha-mode":"exactly","ha-params":1e5}     | ha-mode="exactly" takes an integer, 1.0e5 given
                    {"ha-mode":"exactly","ha-params":true}    | ha-mode="exactly" takes an integer, true given
                    {"ha-mode":"nodes","ha-params":["a@b",7]} | ha-mode="nodes" takes a list of strings, [7] was not a string
                    {"ha-mode":"nodes","ha-params":[65,66]}   | ha-mode="nodes" takes a list of strings, "AB" was not a string
                    {"ha-mode":""}                            | <<>> is not a valid ha-mode value
                    {"ha-mode":"q\\"u"}                       | <<"q\\"u">> is not a valid ha-mode value
                    {"ha-mode":"€"}                           | <<226,130,172>> is not a valid ha-mode value
                    {"ha-mode":"most","nonsense":1}           | <<"most">> is not a valid ha-mode value
                    {"zz":"v","aa":[1,"x"]}                   | [{<<"aa">>,[1,<<"x">>]},{<<"zz">>,<<"v">>}] are not recognised policy settings
                    {"federation-upstream-set":"all"}         | [{<<"federation-upstream-set">>,<<"all">>}] are not recognised policy settings
                    {"expires":0}                             | 0 is not a valid queue expiry
                    {"max-length-bytes":"1"}                  | <<"1">> is not a valid maximum length in bytes
                    {"overflow":"drop"}                       | <<"drop">> is not a valid overflow value
                    {"dead-letter-exchange":1}                | 1 is not a valid dead letter exchange name
                    {"dead-letter-routing-key":1}             | 1 is not a valid dead letter routing key
                    {"alternate-exchange":1}                  | 1 is not a valid alternate exchange name
                    {"queue-version":3}                       | 3 is not a valid queue-version value
                    {"delivery-limit":-1}                     | -1 is not a valid delivery limit
                    {"max-age":"1x"}                          | <<"1x">> is not a valid max age
                    """)
    void refuses_in_the_brokers_words(String definition, String refusal) throws IOException {
        assertThat(PolicyValidation.check("^", "all", read(definition))).isEqualTo(refusal);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            textBlock = """
                    {"ha-mode":"all","ha-sync-mode":"automatic","ha-sync-batch-size":1,"ha-promote-on-shutdown":"always","ha-promote-on-failure":"when-synced"}
                    {"ha-mode":"exactly","ha-params":99999999999}
                    {"ha-mode":"nodes","ha-params":["no-at-sign",""]}
                    {"queue-master-locator":"min-masters"}
                    {"message-ttl":0,"expires":1,"max-length":0,"max-length-bytes":0,"overflow":"reject-publish-dlx","queue-mode":"lazy","queue-version":2}
                    {"dead-letter-exchange":"","dead-letter-routing-key":"k","alternate-exchange":"x"}
                    {"max-age":"7D","delivery-limit":0,"queue-leader-locator":"balanced","dead-letter-strategy":"at-least-once"}
                    """)
    void accepts_what_3_10_knows(String definition) throws IOException {
        assertThat(PolicyValidation.check("^", "all", read(definition))).isNull();
    }

    @Test
    void refuses_the_pattern_before_the_definition() {
        assertThat(PolicyValidation.check("(", "never", Map.of())).startsWith("pattern should be");
        assertThat(PolicyValidation.check("", "never", Map.of())).startsWith("apply-to 'never'");
    }

    @Test
    void bounds_the_list_of_nodes() {
        assertThat(HaValidation.check(Map.of("ha-mode", "nodes", "ha-params", Collections.nCopies(256, "a@b"))))
                .isNull();
        assertThat(HaValidation.check(Map.of("ha-mode", "nodes", "ha-params", Collections.nCopies(257, "a@b"))))
                .isEqualTo("ha-mode=\"nodes\" has 257 nodes, at most 256 are allowed");
    }

    /// RabbitMQ repeats them whole.
    @Test
    void repeats_only_the_beginning_of_what_is_long() {
        String word = "w".repeat(10_000);
        assertThat(PolicyValidation.check("", "all", Map.of("ha-mode", word))).startsWith("<<\"www")
                .endsWith("www… (10006 characters) is not a valid ha-mode value").hasSizeLessThan(400);
        for (Map<String, Object> each : List.<Map<String, Object>>of(Map.of("overflow", word), Map.of("expires", word),
                Map.of("queue-master-locator", word), Map.of("ha-mode", "exactly", "ha-params", word),
                Map.of("ha-mode", "all", "ha-sync-mode", word), Map.of("ha-mode", List.of(word)),
                Map.of("ha-mode", "nodes", "ha-params", Collections.nCopies(256, Map.of(word, 1))))) {
            assertThat(PolicyValidation.check("", "all", each)).isNotNull().hasSizeLessThan(500);
        }
        assertThat(PolicyValidation.check("", word, Map.of("ha-mode", "all"))).isNotNull().hasSizeLessThan(500);
        Map<String, Object> strange = new TreeMap<>();
        for (int i = 0; i < 256; i++) {
            strange.put("key-" + i, "v".repeat(1_000));
        }
        assertThat(PolicyValidation.check("", "all", strange)).isNotNull().startsWith("[{<<\"key-0\">>,<<\"vvv")
                .endsWith(" are not recognised policy settings").hasSizeLessThan(2_500);
    }

    @Test
    void bounds_the_length_of_a_pattern() {
        assertThat(PolicyValidation.check("a".repeat(1001), "all", Map.of("ha-mode", "all")))
                .isEqualTo("pattern has 1001 characters, at most 1000 are allowed");
    }

    private static Map<String, Object> read(String json) throws IOException {
        return JSON.readValue(json, new TypeReference<>() {
        });
    }
}
