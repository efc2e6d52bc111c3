package mirrorlab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mirrorlab.vocabulary.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagingTest {
    @TempDir
    private Path folder;

    private static Bytes body(int size, int fill) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) fill);
        return Bytes.of(bytes);
    }

    @Test
    void bodies_stay_in_memory_until_it_is_short() {
        Paging paging = new Paging(folder);
        Bytes body = body(5_000, 1);
        assertThat(paging.keep(body)).isSameAs(body);
        paging.turn(true);
        assertThat(paging.keep(body).isInMemory()).isFalse();
        assertThat(paging.keep(body(Paging.SMALLEST - 1, 2)).isInMemory()).isTrue();
        paging.turn(false);
        assertThat(paging.keep(body)).isSameAs(body);
    }

    @Test
    void what_was_paged_is_equal_to_what_was_not() throws Exception {
        Paging paging = new Paging(folder);
        paging.turn(true);
        List<Bytes> paged = new ArrayList<>();
        for (int i = 0; i < 100; i++) { // several files
            paged.add(paging.keep(body(300_000 + i, i)));
        }
        paged.add(paging.keep(body(6 << 20, 101))); // larger than a file usually is
        for (int i = 0; i < 100; i++) {
            Bytes body = body(300_000 + i, i);
            assertThat(paged.get(i)).isEqualTo(body).hasSameHashCodeAs(body);
            assertThat(paged.get(i).size()).isEqualTo(body.size());
        }
        assertThat(paged.getLast()).isEqualTo(body(6 << 20, 101));
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void without_a_folder_bodies_stay_in_memory() {
        Paging paging = new Paging(folder.resolve("none"));
        paging.turn(true);
        Bytes body = body(1_000, 3);
        assertThat(paging.keep(body)).isSameAs(body);
    }
}
