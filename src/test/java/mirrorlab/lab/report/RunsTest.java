package mirrorlab.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            m1                       | m1
            m1,m2                    | m1,m2
            m1,m2,m3                 | m1..m3
            m4,m5,m6,m9,m10,m11      | m4..m6,m9..m11
            m1,m2,m3,m7,m8           | m1..m3,m7,m8
            m9,m10,m11               | m9..m11
            m3,m2,m1                 | m3,m2,m1
            m1,m1,m2                 | m1,m1,m2
            m1,m2,m3,p4,p5,p6        | m1..m3,p4..p6
            a,b                      | a,b
            x99999999999999999999999 | x99999999999999999999999
            """)
    void three_or_more_in_sequence_are_one_run(String bodies, String runs) {
        assertThat(Runs.of(List.of(bodies.split(",")))).containsExactly(runs.split(","));
    }
}
