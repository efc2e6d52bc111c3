package mirrorlab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceIndexTest {

    @ParameterizedTest
    @ValueSource(ints = {3, 500, 5000, 1_000_000})
    void does_what_a_sorted_map_does(int range) {
        Random random = new Random(range);
        PlaceIndex index = new PlaceIndex();
        TreeMap<Long, Place> expected = new TreeMap<>();
        for (int step = 0; step < 50_000; step++) {
            long key = random.nextLong(range) - range / 2;
            if (random.nextInt(5) < (step / 10_000 % 2 == 0 ? 4 : 1)) {
                Place place = new Place(step, random.nextInt(), random.nextInt());
                assertThat(index.put(key, place)).isEqualTo(expected.put(key, place));
            } else {
                assertThat(index.remove(key)).isEqualTo(expected.remove(key));
            }
            assertThat(index.isEmpty()).isEqualTo(expected.isEmpty());
        }
        assertSame(index, expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void takes_rising_and_falling_keys(int direction) {
        PlaceIndex index = new PlaceIndex();
        TreeMap<Long, Place> expected = new TreeMap<>();
        for (int step = 0; step < 5000; step++) {
            Place place = new Place(step, 0, 0);
            index.put((long) direction * step, place);
            expected.put((long) direction * step, place);
        }
        assertSame(index, expected);
    }

    private static void assertSame(PlaceIndex index, Map<Long, Place> expected) {
        TreeMap<Long, Place> found = new TreeMap<>();
        long[] last = {Long.MIN_VALUE};
        index.<RuntimeException>forEach((key, place) -> {
            assertThat(key).isGreaterThan(last[0]);
            last[0] = key;
            found.put(key, place);
        });
        assertThat(found).isEqualTo(expected);
        expected.forEach((key, place) -> assertThat(index.get(key)).isEqualTo(place));
    }
}
