package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningOrderTest {

    @ParameterizedTest
    @CsvSource({"1,123,132", "2,123,231", "3,123,312", "3,1234,3412", "1,1,1", "9,123,123"})
    void lists_later_nodes_backwards_then_earlier_ones(String master, String byStart, String expected) { // PO-21
        List<NodeName> started = Stream.of(byStart.split("")).map(each -> NodeName.of("n" + each)).toList();
        assertThat(RunningOrder.seenFrom(NodeName.of("n" + master), started).stream()
                .map(each -> each.shortName().substring(1)).collect(Collectors.joining())).isEqualTo(expected);
    }
}
