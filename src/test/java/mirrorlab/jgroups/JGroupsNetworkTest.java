package mirrorlab.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import mirrorlab.lab.host.FreePorts;
import mirrorlab.node.LinkRecorder;
import mirrorlab.node.LinkRecorder.Told.Kind;
import mirrorlab.node.Network;
import mirrorlab.node.LinkFaultContract;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// Several nodes in this JVM over real sockets; a frozen or killed node is its transport frozen or severed.
class JGroupsNetworkTest extends LinkFaultContract {
    private static final Tuning TUNING = new Tuning(Duration.ofMillis(50), Duration.ofMillis(200),
            Duration.ofMillis(1_500), 256L << 20);
    private final Map<NodeName, Integer> ports = freePorts(ALL);

    static Map<NodeName, Integer> freePorts(List<NodeName> names) {
        Map<NodeName, Integer> ports = new LinkedHashMap<>();
        try {
            for (NodeName each : names) {
                ports.put(each, FreePorts.next());
            }
        } catch (IOException e) {
            throw new AssertionError("no port", e);
        }
        return ports;
    }

    private int port(NodeName node) {
        return Objects.requireNonNull(ports.get(node));
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
    }

    private static ServerSocket open(int port) {
        try {
            return new ServerSocket(port, 50, loopback());
        } catch (IOException e) {
            throw new AssertionError("no port", e);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError("a port cannot be closed", e);
        }
    }

    @Override
    protected Network make(NodeName self, long incarnation) {
        return new JGroupsNetwork(self, incarnation, ports, TUNING);
    }

    @Override
    protected void crash(Network network) {
        ((JGroupsNetwork) network).crash();
    }

    @Override
    protected void freeze(Network network) {
        ((JGroupsNetwork) network).freeze();
    }

    @Override
    protected void thaw(Network network) {
        ((JGroupsNetwork) network).thaw();
    }

    @Test
    void too_much_waiting_for_one_peer_ends_its_link() {
        Tuning narrow = new Tuning(TUNING.greeting(), TUNING.heartbeat(), Duration.ofSeconds(60), 1 << 20);
        start(RABBIT2, 1);
        LinkRecorder recorder = new LinkRecorder(new Object(), (_, _) -> {});
        try (JGroupsNetwork first = new JGroupsNetwork(RABBIT1, 1, ports, narrow)) {
            first.start(recorder);
            await("there is a link", () -> at(RABBIT2).link(RABBIT1) > 0 && recorder.link(RABBIT2) > 0);
            first.freeze();
            for (int i = 0; i < 20; i++) {
                first.send(RABBIT2, recorder.link(RABBIT2), new byte[100_000]);
            }
            first.thaw();
            awaitDown(RABBIT2, RABBIT1, 1);
            assertThat(recorder.count(Kind.DOWN, RABBIT2)).isEqualTo(1);
            assertThat(at(RABBIT2).count(Kind.RECEIVED, RABBIT1)).isLessThan(20);
        }
    }

    /// As equal ones, a peer's greeting to the life before could be taken for an answer.
    @Test
    void the_links_of_two_lives_have_different_numbers() {
        start(RABBIT1, 1);
        Set<Long> numbers = new TreeSet<>();
        for (int life = 1; life <= 3; life++) {
            LinkRecorder recorder = new LinkRecorder(new Object(), (_, _) -> {});
            try (JGroupsNetwork second = new JGroupsNetwork(RABBIT2, life, ports, TUNING)) {
                second.start(recorder);
                await("there is a link", () -> recorder.link(RABBIT1) > 0);
                assertThat(numbers.add(recorder.link(RABBIT1))).isTrue();
            }
        }
    }

    @Test
    void bytes_that_are_no_message_disturb_nobody() throws IOException {
        start(RABBIT1, 1);
        start(RABBIT2, 1);
        awaitLinks(RABBIT1, RABBIT2);
        Random random = new Random(5);
        for (int i = 0; i < 10; i++) {
            try (Socket socket = new Socket(loopback(), port(RABBIT1));
                    OutputStream out = socket
                            .getOutputStream()) {
                byte[] bytes = new byte[1_000];
                random.nextBytes(bytes);
                out.write(bytes);
            }
        }
        send(RABBIT1, RABBIT2, "still here");
        await("the link works", () -> at(RABBIT2).texts(RABBIT1).contains("still here"));
        assertThat(at(RABBIT1).count(Kind.DOWN, RABBIT2)).isZero();
    }

    @Test
    void two_labs_that_share_a_port_in_turn_never_meet() {
        start(RABBIT2, 1);
        start(RABBIT3, 1);
        awaitLinks(RABBIT2, RABBIT3);
        Map<NodeName, Integer> others = freePorts(ALL);
        others.put(RABBIT3, port(RABBIT1)); // free while our rabbit1 is down
        LinkRecorder second = new LinkRecorder(change, (_, _) -> {});
        LinkRecorder third = new LinkRecorder(change, (_, _) -> {});
        try (JGroupsNetwork otherSecond = new JGroupsNetwork(RABBIT2, 7, others, TUNING)) {
            otherSecond.start(second);
            try (JGroupsNetwork otherThird = new JGroupsNetwork(RABBIT3, 7, others, TUNING)) {
                otherThird.start(third);
                await("the other lab's nodes have a link",
                        () -> second.link(RABBIT3) > 0 && third.link(RABBIT2) > 0);
            }
            start(RABBIT1, 1);
            awaitLinks(RABBIT1, RABBIT2);
            awaitLinks(RABBIT1, RABBIT3);
        }
        assertThat(at(RABBIT2).incarnations(RABBIT3)).containsExactly(1L);
        assertThat(at(RABBIT3).incarnations(RABBIT2)).containsExactly(1L);
        assertThat(second.incarnations(RABBIT3)).containsExactly(7L);
        assertThat(second.incarnations(RABBIT1)).isEmpty();
    }

    @Test
    void a_port_in_use_is_named() {
        ServerSocket taken = open(port(RABBIT1));
        try {
            assertThatIllegalStateException().isThrownBy(() -> start(RABBIT1, 1))
                    .withMessageContaining("rabbit1@localhost cannot open port " + port(RABBIT1));
        } finally {
            close(taken);
        }
    }

    @Test
    void an_unknown_peer_is_named() {
        Network network = start(RABBIT1, 1);
        NodeName stranger = NodeName.of("stranger");
        assertThatIllegalArgumentException().isThrownBy(() -> network.send(stranger, 1, new byte[1]))
                .withMessageContaining("stranger@localhost is not a peer of rabbit1@localhost");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JGroupsNetwork(stranger, 1, ports, TUNING))
                .withMessageContaining("name no port for this node, stranger@localhost");
    }
}
