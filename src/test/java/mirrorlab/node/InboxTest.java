package mirrorlab.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientMethod;
import mirrorlab.vocabulary.Bytes;
import org.junit.jupiter.api.Test;

/// What clients may leave in the inbox of a loop that does not take it.
class InboxTest {
    private static final int MIB = 1 << 20;
    private static final int FITTING = (int) (Inbox.BYTES_FOR_CLIENTS / MIB);
    private static final int ALL = 100;
    private final Inbox inbox = new Inbox();

    private static Input publish(int bytes) {
        return new Input.FromClient(1, 1, new ClientMethod.BasicPublish("", "q", false, true, 0, null, Bytes.EMPTY,
                Bytes.of(new byte[bytes])));
    }

    private CompletableFuture<Void> puts(int count, int bytes, CountDownLatch there) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                for (int i = 0; i < count && inbox.putFromDoor(publish(bytes), false); i++) {
                    there.countDown();
                }
                done.complete(null);
            } catch (InterruptedException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private List<Inbox.Item> take() {
        List<Inbox.Item> run = new ArrayList<>();
        inbox.take(run, Integer.MAX_VALUE);
        return run;
    }

    @Test
    void large_messages_wait_at_their_client_when_so_many_bytes_wait_here() throws Exception {
        CountDownLatch full = new CountDownLatch(FITTING);
        CompletableFuture<Void> done = puts(ALL, MIB, full);
        assertThat(full.await(60, TimeUnit.SECONDS)).isTrue();
        int taken = 0;
        while (taken < ALL) {
            assertThat(inbox.await()).isTrue();
            List<Inbox.Item> run = take();
            assertThat(run.size()).isLessThanOrEqualTo(FITTING);
            taken += run.size();
        }
        done.get(60, TimeUnit.SECONDS);
        assertThat(inbox.size()).isZero();
    }

    @Test
    void one_larger_than_all_of_them_gets_in_and_small_ones_wait_behind_it() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        CompletableFuture<Void> large = puts(1, 2 * FITTING * MIB, there);
        large.get(60, TimeUnit.SECONDS);
        CompletableFuture<Void> small = puts(1, 1, there);
        assertThat(inbox.put(new Inbox.Task(() -> {}))).isTrue(); // whoever is no client never waits
        assertThat(take()).hasSize(2);
        small.get(60, TimeUnit.SECONDS);
        assertThat(take()).hasSize(1);
    }

    @Test
    void who_waits_goes_on_when_the_loop_ends() throws InterruptedException, ExecutionException,
            java.util.concurrent.TimeoutException {
        CountDownLatch full = new CountDownLatch(FITTING);
        CompletableFuture<Void> done = puts(ALL, MIB, full);
        assertThat(full.await(60, TimeUnit.SECONDS)).isTrue();
        inbox.end();
        done.get(60, TimeUnit.SECONDS);
        assertThat(take()).isEmpty();
    }
}
