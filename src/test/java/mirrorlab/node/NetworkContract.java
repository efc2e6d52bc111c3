package mirrorlab.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import mirrorlab.node.LinkRecorder.Told.Kind;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What every Network promises, whatever carries it. A simulated network overrides `await` to let its time pass.
public abstract class NetworkContract {
    protected static final NodeName RABBIT1 = NodeName.of("rabbit1");
    protected static final NodeName RABBIT2 = NodeName.of("rabbit2");
    protected static final NodeName RABBIT3 = NodeName.of("rabbit3");
    protected static final List<NodeName> ALL = List.of(RABBIT1, RABBIT2, RABBIT3);
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    protected final Object change = new Object();
    private final Map<NodeName, Network> networks = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<NodeName, LinkRecorder> recorders = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<LinkRecorder> every = new ArrayList<>();

    /// A network that was not started, one of rabbit1, rabbit2 and rabbit3.
    protected abstract Network make(NodeName self, long incarnation);

    /// Ends like a killed process.
    protected abstract void crash(Network network);

    /// Stops like a process that got SIGSTOP.
    protected abstract void freeze(Network network);

    protected abstract void thaw(Network network);

    /// Waits until the condition holds; fails after the deadline.
    protected void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE.toNanos();
        synchronized (change) {
            while (!condition.getAsBoolean()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                assertThat(left).as("milliseconds left to wait until %s; told so far: %s", what, toldSoFar())
                        .isPositive();
                try {
                    change.wait(left);
                } catch (InterruptedException e) {
                    throw new AssertionError("interrupted while waiting until " + what, e);
                }
            }
        }
    }

    private String toldSoFar() {
        StringBuilder text = new StringBuilder();
        recorders.forEach((name, recorder) -> text.append('\n').append(name).append(' ').append(recorder.told().stream()
                .filter(told -> told.kind() != Kind.RECEIVED).toList()));
        return text.toString();
    }

    protected Network start(NodeName self, long incarnation) {
        return start(self, incarnation, (_, _) -> {});
    }

    protected Network start(NodeName self, long incarnation, BiConsumer<NodeName, byte[]> onFrame) {
        LinkRecorder recorder = new LinkRecorder(change, onFrame);
        Network network = make(self, incarnation);
        recorders.put(self, recorder);
        every.add(recorder);
        networks.put(self, network);
        network.start(recorder);
        return network;
    }

    protected LinkRecorder at(NodeName node) {
        return Objects.requireNonNull(recorders.get(node), node + " was not started");
    }

    protected Network network(NodeName node) {
        return Objects.requireNonNull(networks.get(node), node + " was not started");
    }

    protected void send(NodeName from, NodeName to, String text) {
        send(from, to, text.getBytes(UTF_8));
    }

    private void send(NodeName from, NodeName to, byte[] frame) {
        network(from).send(to, at(from).link(to), frame);
    }

    protected void awaitLinks(NodeName... nodes) {
        for (NodeName one : nodes) {
            for (NodeName other : nodes) {
                if (!one.equals(other)) {
                    await(one + " has a link with " + other, () -> at(one).link(other) > 0);
                }
            }
        }
    }

    protected void awaitDown(NodeName node, NodeName peer, int times) {
        await(node + " was told that " + peer + " is down, " + times + " times",
                () -> at(node).count(Kind.DOWN, peer) >= times);
    }

    @AfterEach
    void nothing_forbidden_was_told() {
        networks.values().forEach(Network::close);
        assertThat(every.stream().flatMap(recorder -> recorder.broken().stream())).isEmpty();
    }

    @Test
    void any_number_of_nodes_may_start_in_any_order() {
        start(RABBIT3, 1);
        start(RABBIT1, 5);
        awaitLinks(RABBIT1, RABBIT3);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
        assertThat(at(RABBIT3).incarnations(RABBIT1)).containsExactly(5L);
    }

    @Test
    void frames_arrive_in_order_for_each_pair() {
        ALL.forEach(node -> start(node, 1));
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
        List<String> texts = IntStream.range(0, 1_000).mapToObj(String::valueOf).toList();
        for (String text : texts) {
            forEachPair((from, to) -> send(from, to, text));
        }
        forEachPair((from, to) -> await(to + " has everything of " + from,
                () -> at(to).texts(from).size() >= texts.size()));
        forEachPair((from, to) -> assertThat(at(to).texts(from)).isEqualTo(texts));
    }

    private void forEachPair(BiConsumer<NodeName, NodeName> pair) {
        for (NodeName from : ALL) {
            for (NodeName to : ALL) {
                if (!from.equals(to)) {
                    pair.accept(from, to);
                }
            }
        }
    }

    @Test
    void a_burst_of_ten_thousand_arrives_whole() {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        List<String> texts = IntStream.range(0, 10_000).mapToObj(String::valueOf).toList();
        texts.forEach(text -> send(RABBIT1, RABBIT2, text));
        await("the last frame is there", () -> at(RABBIT2).count(Kind.RECEIVED, RABBIT1) >= texts.size());
        assertThat(at(RABBIT2).texts(RABBIT1)).isEqualTo(texts);
    }

    @Test
    void a_message_of_one_mebibyte_arrives_as_it_was() {
        AtomicReference<byte[]> arrived = new AtomicReference<>(new byte[0]);
        start(RABBIT1, 1);
        start(RABBIT2, 1, (_, frame) -> arrived.set(frame));
        awaitLinks(RABBIT1, RABBIT2);
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31 + i / 251);
        }
        send(RABBIT1, RABBIT2, large);
        send(RABBIT1, RABBIT2, "after it");
        await("both frames are there", () -> at(RABBIT2).count(Kind.RECEIVED, RABBIT1) >= 2);
        assertThat(at(RABBIT2).texts(RABBIT1)).last().isEqualTo("after it");
        send(RABBIT1, RABBIT2, large);
        await("the third frame is there", () -> Arrays.equals(arrived.get(), large));
    }

    @Test
    void an_empty_frame_arrives() {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        send(RABBIT1, RABBIT2, "");
        await("the frame is there", () -> at(RABBIT2).texts(RABBIT1).equals(List.of("")));
    }

    @Test
    void a_crash_ends_the_link_once_and_sending_to_the_dead_is_silent() {
        start(RABBIT1, 1);
        Network second = start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        long link = at(RABBIT1).link(RABBIT2);
        crash(second);
        awaitDown(RABBIT1, RABBIT2, 1);
        network(RABBIT1).send(RABBIT2, link, new byte[100]);
        network(RABBIT1).send(RABBIT3, 7, new byte[100]);
        start(RABBIT3, 1);
        awaitLinks(RABBIT1, RABBIT3);
        assertThat(at(RABBIT1).count(Kind.DOWN, RABBIT2)).isEqualTo(1);
        assertThat(at(RABBIT3).texts(RABBIT1)).isEmpty();
    }

    @Test
    void a_node_that_returns_comes_with_a_new_incarnation_after_the_old_link_ended() {
        start(RABBIT1, 1);
        crash(start(RABBIT2, 1));
        for (long incarnation = 2; incarnation <= 4; incarnation++) {
            long expected = incarnation;
            Network second = start(RABBIT2, incarnation);
            awaitLinks(RABBIT1, RABBIT2);
            await("incarnation " + expected + " was announced",
                    () -> at(RABBIT1).incarnations(RABBIT2).contains(expected));
            send(RABBIT2, RABBIT1, "life " + incarnation);
            await("its frame is there", () -> at(RABBIT1).texts(RABBIT2).contains("life " + expected));
            crash(second);
            awaitDown(RABBIT1, RABBIT2, (int) at(RABBIT1).count(Kind.UP, RABBIT2));
        }
        assertThat(at(RABBIT1).incarnations(RABBIT2)).isSorted().endsWith(2L, 3L, 4L);
    }

    @Test
    void a_node_that_leaves_is_seen_at_once_with_all_it_sent() {
        start(RABBIT1, 1);
        Network second = start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        for (int i = 0; i < 500; i++) {
            send(RABBIT2, RABBIT1, "frame " + i);
        }
        second.close();
        awaitDown(RABBIT1, RABBIT2, 1);
        assertThat(at(RABBIT1).texts(RABBIT2)).hasSize(500).last().isEqualTo("frame 499");
    }

    @Test
    void nothing_of_an_old_link_arrives_after_its_end() {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        for (int round = 1; round <= 5; round++) {
            int downs = round;
            awaitLinks(RABBIT1, RABBIT2);
            long link = at(RABBIT2).link(RABBIT1);
            for (int i = 0; i < 2_000; i++) {
                network(RABBIT2).send(RABBIT1, link, (link + ":" + i).getBytes(UTF_8));
            }
            await("something of link " + link + " is there",
                    () -> at(RABBIT1).texts(RABBIT2).stream().anyMatch(text -> text.startsWith(link + ":")));
            network(RABBIT1).cut(RABBIT2, true, false);
            awaitDown(RABBIT1, RABBIT2, downs);
            awaitDown(RABBIT2, RABBIT1, downs);
            network(RABBIT1).heal(RABBIT2);
        }
        awaitLinks(RABBIT1, RABBIT2);
        send(RABBIT2, RABBIT1, "the end");
        await("the end is there", () -> at(RABBIT1).texts(RABBIT2).contains("the end"));
        Map<String, Integer> next = new LinkedHashMap<>();
        for (String text : at(RABBIT1).texts(RABBIT2)) {
            if (text.contains(":")) {
                String link = text.substring(0, text.indexOf(':'));
                int number = Integer.parseInt(text.substring(text.indexOf(':') + 1));
                assertThat(number).as(text).isEqualTo(next.getOrDefault(link, 0));
                next.put(link, number + 1);
            }
        }
        assertThat(next).hasSize(5);
    }

    @Test
    void a_frame_for_an_ended_link_is_not_sent_on_the_new_one() {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        long old = at(RABBIT1).link(RABBIT2);
        network(RABBIT1).cut(RABBIT2, true, true);
        network(RABBIT2).cut(RABBIT1, true, true);
        awaitDown(RABBIT1, RABBIT2, 1);
        awaitDown(RABBIT2, RABBIT1, 1);
        network(RABBIT1).heal(RABBIT2);
        network(RABBIT2).heal(RABBIT1);
        awaitLinks(RABBIT1, RABBIT2);
        network(RABBIT1).send(RABBIT2, old, "stale".getBytes(UTF_8));
        send(RABBIT1, RABBIT2, "fresh");
        await("the fresh frame is there", () -> at(RABBIT2).texts(RABBIT1).contains("fresh"));
        assertThat(at(RABBIT2).texts(RABBIT1)).doesNotContain("stale");
    }

    @Test
    void a_cut_of_what_comes_in_ends_the_link_on_both_sides_until_it_is_healed() {
        oneWayCut(true, false);
    }

    @Test
    void a_cut_of_what_goes_out_ends_the_link_on_both_sides_until_it_is_healed() {
        oneWayCut(false, true);
    }

    private void oneWayCut(boolean incoming, boolean outgoing) {
        ALL.forEach(node -> start(node, 1));
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
        network(RABBIT1).cut(RABBIT2, incoming, outgoing);
        if (incoming) {
            send(RABBIT2, RABBIT1, "cut");
        } else {
            send(RABBIT1, RABBIT2, "cut");
        }
        awaitDown(RABBIT1, RABBIT2, 1);
        awaitDown(RABBIT2, RABBIT1, 1);
        assertThat(at(RABBIT1).link(RABBIT3)).as("the link with the third").isPositive();
        assertThat(at(RABBIT2).link(RABBIT3)).as("the link with the third").isPositive();
        for (int i = 0; i < 100; i++) {
            send(RABBIT3, RABBIT1, "time passes " + i);
        }
        await("time has passed", () -> at(RABBIT1).texts(RABBIT3).contains("time passes 99"));
        assertThat(at(RABBIT1).link(RABBIT2)).isZero();
        network(RABBIT1).heal(RABBIT2);
        awaitLinks(RABBIT1, RABBIT2);
        send(RABBIT1, RABBIT2, "healed");
        send(RABBIT2, RABBIT1, "healed");
        await("both hear again", () -> at(RABBIT2).texts(RABBIT1).contains("healed")
                && at(RABBIT1).texts(RABBIT2).contains("healed"));
        assertThat(at(RABBIT1).texts(RABBIT2)).doesNotContain("cut");
        assertThat(at(RABBIT2).texts(RABBIT1)).doesNotContain("cut");
        assertThat(at(RABBIT1).count(Kind.DOWN, RABBIT3)).isZero();
    }

    @Test
    void a_frozen_peer_stalls_nobody_and_gets_a_new_link_when_it_goes_on() {
        ALL.forEach(node -> start(node, 1));
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
        freeze(network(RABBIT3));
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < 40; i++) {
            send(RABBIT1, RABBIT3, large);
        }
        for (int i = 0; i < 200; i++) {
            int turn = i;
            send(RABBIT1, RABBIT2, "ping " + turn);
            await("ping " + turn + " is there", () -> at(RABBIT2).texts(RABBIT1).size() > turn);
            send(RABBIT2, RABBIT1, "pong " + turn);
            await("pong " + turn + " is there", () -> at(RABBIT1).texts(RABBIT2).size() > turn);
        }
        awaitDown(RABBIT1, RABBIT3, 1);
        awaitDown(RABBIT2, RABBIT3, 1);
        thaw(network(RABBIT3));
        awaitDown(RABBIT3, RABBIT1, 1);
        awaitDown(RABBIT3, RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2, RABBIT3);
        send(RABBIT3, RABBIT1, "back");
        await("the frozen node is heard", () -> at(RABBIT1).texts(RABBIT3).contains("back"));
        assertThat(at(RABBIT1).count(Kind.DOWN, RABBIT2)).isZero();
        assertThat(at(RABBIT1).incarnations(RABBIT3)).containsExactly(1L, 1L);
    }

    @Test
    void a_listener_may_answer_from_within() {
        start(RABBIT1, 1);
        start(RABBIT2, 1, (peer, frame) -> network(RABBIT2).send(peer, at(RABBIT2).link(peer), frame));
        awaitLinks(RABBIT1, RABBIT2);
        for (int i = 0; i < 1_000; i++) {
            send(RABBIT1, RABBIT2, "echo " + i);
        }
        await("every echo is there", () -> at(RABBIT1).texts(RABBIT2).size() >= 1_000);
        assertThat(at(RABBIT1).texts(RABBIT2)).last().isEqualTo("echo 999");
    }
}
