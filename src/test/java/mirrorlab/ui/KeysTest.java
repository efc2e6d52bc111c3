package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeysTest {

    @Test
    void no_key_means_two_things() {
        Desk desk = new Desk(new RecordedLab(new Story().welcome().entries()));
        assertThat(new Keys(desk).all().stream().flatMap(key -> List.of(key.codes()).stream()))
                .doesNotHaveDuplicates().isNotEmpty();
    }
}
