package mirrorlab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    void what_is_in_memory_is_moved_for_everybody_who_has_it() {
        Paging paging = new Paging(folder);
        List<Bytes> bodies = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            bodies.add(body(100 + 40 * i, i));
        }
        paging.move(bodies);
        for (int i = 0; i < 1_000; i++) {
            assertThat(bodies.get(i).isInMemory()).isFalse();
            assertThat(bodies.get(i)).isEqualTo(body(100 + 40 * i, i));
        }
        assertThat(paging.paged()).isEqualTo(bodies.stream().mapToLong(Bytes::size).sum());
    }

    @Test
    void several_threads_read_while_another_moves() throws Exception {
        Paging paging = new Paging(folder);
        List<Bytes> bodies = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            bodies.add(body(3_000, i));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> all = new ArrayList<>();
            all.add(threads.submit(() -> paging.move(bodies)));
            for (int thread = 0; thread < 3; thread++) {
                all.add(threads.submit(() -> {
                    for (int i = 0; i < bodies.size(); i++) {
                        assertThat(bodies.get(i)).isEqualTo(body(3_000, i));
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
    }

    @Test
    void reading_survives_an_interrupt() {
        Paging paging = new Paging(folder);
        Bytes first = body(100_000, 1);
        paging.move(List.of(first, body(100_000, 2)));
        Thread.currentThread().interrupt();
        assertThat(first).isEqualTo(body(100_000, 1));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(first).isEqualTo(body(100_000, 1));
    }

    @Test
    void without_a_folder_bodies_stay_in_memory() {
        Paging paging = new Paging(folder.resolve("none"));
        paging.turn(true);
        Bytes body = body(1_000, 3);
        assertThat(paging.keep(body)).isSameAs(body);
        paging.move(List.of(body));
        assertThat(body.isInMemory()).isTrue();
    }
}
