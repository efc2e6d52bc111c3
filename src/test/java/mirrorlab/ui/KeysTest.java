package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeysTest {

    @Test
    void no_key_does_two_things() {
        Desk desk = new Desk(new RecordedLab(List.of()));
        assertThat(new Keys(desk).all().stream().flatMap(key -> List.of(key.codes()).stream())).doesNotHaveDuplicates();
        assertThat(new Keys(desk).all()).extracting(Keys.Key::label).doesNotHaveDuplicates();
    }
}
