package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NumberedTest {

    @Test
    void it_is_a_map_of_growing_numbers() {
        SplittableRandom chance = new SplittableRandom(5);
        Numbered<String> numbered = new Numbered<>();
        TreeMap<Long, String> map = new TreeMap<>();
        long number = 0;
        for (int i = 0; i < 20_000; i++) {
            if (chance.nextInt(100) < 55) {
                number += 1 + chance.nextInt(3);
                numbered.put(number, "v" + number);
                map.put(number, "v" + number);
            } else if (!map.isEmpty()) {
                long which = chance.nextBoolean() ? map.firstKey() : map.lastKey() - chance.nextInt(200);
                numbered.remove(which);
                map.remove(which);
            }
            assertThat(numbered.isEmpty()).isEqualTo(map.isEmpty());
            assertThat(numbered.lowest()).isEqualTo(map.isEmpty() ? Long.MAX_VALUE : map.firstKey());
            long any = number - chance.nextInt(300);
            assertThat(numbered.get(any)).isEqualTo(map.get(any));
        }
        List<Long> told = new ArrayList<>();
        numbered.forEachNumber(told::add);
        assertThat(told).containsExactlyElementsOf(map.keySet());
    }

    @Test
    void a_number_below_all_others_is_refused() {
        Numbered<String> numbered = new Numbered<>();
        numbered.put(7, "seven");
        assertThatThrownBy(() -> numbered.put(6, "six")).hasMessage("6 comes after 7");
    }
}
