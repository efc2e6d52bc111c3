package mirrorlab.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    private static List<String> unmet(String expected, String actual) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        return Expectation.unmet(mapper.readTree(expected), mapper.readTree(actual)).stream().map(Difference::toString)
                .toList();
    }

    @Test
    void objects_match_partly() throws Exception {
        assertThat(unmet("{\"error\": {\"kind\": \"timeout\"}}",
                "{\"outcome\": \"error\", \"error\": {\"kind\": \"timeout\", \"text\": \"x\"}}"))
                .isEmpty();
        assertThat(unmet("{\"error\": {\"kind\": \"timeout\"}}", "{\"outcome\": \"ok\"}"))
                .containsExactly("error: expected {\"kind\":\"timeout\"}, was nothing");
    }

    @Test
    void lists_match_wholly() throws Exception {
        assertThat(unmet("{\"bodies\": [\"m1\"]}", "{\"bodies\": [\"m1\", \"m2\"]}"))
                .containsExactly("bodies: expected [\"m1\"], was [\"m1\",\"m2\"]");
    }

    @Test
    void numbers_match_by_value() throws Exception {
        assertThat(unmet("{\"got\": 3}", "{\"got\": 3.0}")).isEmpty();
        assertThat(unmet("{\"got\": 3}", "{\"got\": \"3\"}")).hasSize(1);
    }
}
