package mirrorlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConformRoomTest {

    @Test
    void a_cluster_waits_until_there_is_memory_for_its_nodes() throws Exception {
        ConformRoom room = ConformRoom.of(3_800);
        int first = room.enter(3);
        int small = room.enter(2);
        CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> entered(room, 3));
        room.leave(small);
        assertThat(second).isNotDone();
        room.leave(first);
        assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo(first);
    }

    @Test
    void a_cluster_that_never_fits_has_the_machine_for_itself() throws Exception {
        ConformRoom room = ConformRoom.of(1_000);
        int all = room.enter(9);
        CompletableFuture<Integer> next = CompletableFuture.supplyAsync(() -> entered(room, 1));
        assertThat(next).isNotDone();
        room.leave(all);
        assertThat(next.get(1, TimeUnit.MINUTES)).isLessThan(all);
    }

    private static int entered(ConformRoom room, int nodes) {
        try {
            return room.enter(nodes);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
