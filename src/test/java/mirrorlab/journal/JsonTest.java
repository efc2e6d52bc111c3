package mirrorlab.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTest {
    private static final ObjectMapper DATABIND = new ObjectMapper();
    private static final ChannelId CHANNEL = new ChannelId(NodeName.of("rabbit1"), 3, 7);

    record Sample(String text, @Nullable Long nothing, int number, double real, boolean truth, MessageSet messages,
            Bytes bytes,
            List<NodeName> nodes, Map<String, Object> table) {}

    @Test
    void records_are_written_as_databind_writes_them() throws Exception {
        Sample sample = new Sample("quote \" line\n 队列", null, -7, 2.5, true,
                MessageSet.of(List.of(new Interval(CHANNEL, 1, 9))),
                Bytes.of("hello"), List.of(NodeName.of("rabbit2")), Map.of("x-max-length", 5L));
        assertThat(Json.write(sample)).isEqualTo(DATABIND.writeValueAsString(sample));
    }

    @Test
    void values_are_read_as_databind_reads_them() throws Exception {
        String text = "{\"a\":[1,-2.5,3000000000,123456789012345678901234567890,true,false,null,\"\\u961f\",{}],\"b\":1,\"b\":2}";
        assertThat(Json.read(text)).isEqualTo(DATABIND.readValue(text, Object.class));
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a",
                Arrays.asList(1, -2.5, 3_000_000_000L, new BigInteger("123456789012345678901234567890"), true, false,
                        null,
                        "队", Map.of()));
        expected.put("b", 2);
        assertThat(Json.read(text)).isEqualTo(expected);
        assertThat(Json.read("7")).isEqualTo(7);
    }

    @Test
    void what_is_not_json_is_refused_with_its_place() {
        for (String each : List.of("", "{", "[1", "{\"a\"}", "[1] 2", "nul", "{\"a\":}", "[1,]")) {
            assertThatIllegalArgumentException().as(each).isThrownBy(() -> Json.read(each));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Json.read("{\n \"a\": x}"))
                .withMessageContaining("line 2, column");
        assertThatIllegalArgumentException().isThrownBy(() -> Json.read("[".repeat(100_000)));
    }
}
