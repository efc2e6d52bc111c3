package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mirrorlab.channel.ClientMethod;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BodiesOutTest {
    private static final int SIZE = 1_000;
    private final TableCluster cluster = new TableCluster(2);
    private final NodeName one = cluster.node(1);
    private final NodeName two = cluster.node(2);

    @BeforeEach
    void queue() {
        cluster.administer(one, new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0, Map.of("ha-mode", "all")));
        cluster.connect(one, 1);
        declare("q");
    }

    private void declare(String queue) {
        cluster.call(one, 1, new ClientMethod.QueueDeclare(queue, false, true, false, false, false, Map.of()));
    }

    private static Bytes body(int number) {
        return Bytes.of("%d%s".formatted(number, ".".repeat(SIZE)).substring(0, SIZE));
    }

    private void publish(String queue, Bytes body) {
        cluster.call(one, 1, new ClientMethod.BasicPublish("", queue, false, true, Bytes.EMPTY, body));
    }

    private void fill(String queue, int from, int to) {
        IntStream.rangeClosed(from, to).forEach(each -> publish(queue, body(each)));
    }

    private List<Bytes> asked(NodeName node, long bytes) {
        cluster.pagedOut.clear();
        cluster.post(node, new Input.PagingWanted(bytes));
        cluster.run();
        return cluster.pagedOut.stream().flatMap(List::stream).toList();
    }

    private static List<Bytes> bodies(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(BodiesOutTest::body).toList();
    }

    @Test
    void as_much_as_is_too_much_leaves_from_the_head_and_each_body_once() {
        fill("q", 1, 10);
        assertThat(asked(one, 3 * SIZE)).isEqualTo(bodies(1, 3));
        assertThat(asked(one, 4 * SIZE)).isEqualTo(bodies(4, 7));
        assertThat(asked(one, 100 * SIZE)).isEqualTo(bodies(8, 10));
        assertThat(asked(one, 100 * SIZE)).isEmpty();
        fill("q", 11, 12);
        assertThat(asked(one, 100 * SIZE)).isEqualTo(bodies(11, 12));
    }

    @Test
    void a_mirror_moves_its_bodies_as_its_master_does() {
        fill("q", 1, 5);
        assertThat(asked(two, 100 * SIZE)).isEqualTo(bodies(1, 5));
    }

    @Test
    void steps_are_small_and_follow_each_other() {
        fill("q", 1, 3_000);
        assertThat(asked(one, 2_500 * SIZE)).isEqualTo(bodies(1, 2_500));
        assertThat(cluster.pagedOut).hasSizeGreaterThan(2).allSatisfy(each -> assertThat(
                each.stream().mapToInt(Bytes::size).sum()).isLessThanOrEqualTo(BodiesOut.MOST_BYTES + SIZE));
    }

    @Test
    void every_queue_gives_and_small_bodies_stay() {
        declare("p");
        publish("q", Bytes.of("small"));
        fill("q", 1, 2);
        fill("p", 3, 4);
        assertThat(asked(one, 100 * SIZE)).containsExactlyInAnyOrderElementsOf(bodies(1, 4));
    }

    @Test
    void many_small_bodies_do_not_hide_what_comes_after_them() {
        IntStream.range(0, 5_000).forEach(each -> publish("q", Bytes.of("small")));
        fill("q", 1, 2);
        assertThat(asked(one, 100 * SIZE)).isEqualTo(bodies(1, 2));
    }

    @Test
    void nothing_more_is_asked_for_before_the_disk_has_what_was() {
        fill("q", 1, 4);
        cluster.held = input -> input instanceof Input.PagedOut;
        assertThat(asked(one, SIZE)).isEqualTo(bodies(1, 1));
        assertThat(asked(one, SIZE)).isEmpty();
        cluster.releaseHeld();
        assertThat(cluster.pagedOut).containsExactly(bodies(2, 2));
    }
}
