package mirrorlab.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mirrorlab.node.LinkRecorder;
import mirrorlab.node.LinkRecorder.Told.Kind;
import mirrorlab.vocabulary.NodeName;
import org.jgroups.JChannel;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// A node here and a node in another process, which is killed, stopped and continued by real signals.
class NetworkOfProcessesTest {
    private static final NodeName HERE = NodeName.of("rabbit1");
    private static final NodeName THERE = NodeName.of("rabbit2");
    private final Object change = new Object();
    private final Map<NodeName, Integer> ports = JGroupsNetworkTest.freePorts(List.of(HERE, THERE));
    private final LinkRecorder here = new LinkRecorder(change, (_, _) -> {});
    private @Nullable JGroupsNetwork network;
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
        network().close();
        assertThat(here.broken()).isEmpty();
    }

    private JGroupsNetwork network() {
        return Objects.requireNonNull(network, "was not started");
    }

    private void start(Tuning tuning) {
        JGroupsNetwork started = new JGroupsNetwork(HERE, 1, ports, tuning);
        network = started;
        started.start(here);
    }

    private PeerProcess.Lines spawn(long incarnation) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m", "-cp",
                classPath(), PeerProcess.class.getName(), THERE.value(),
                String.valueOf(incarnation)));
        ports.forEach((name, port) -> command.add(name + "=" + port));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        processes.add(process);
        return new PeerProcess.Lines(process, change);
    }

    private static String classPath() {
        return Stream.of(PeerProcess.class, JGroupsNetwork.class, JChannel.class, NullMarked.class,
                LoggerFactory.class, LoggerFactory.getILoggerFactory().getClass())
                .map(type -> Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString())))
                .map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        synchronized (change) {
            while (!condition.getAsBoolean()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                assertThat(left).as("milliseconds left to wait until %s", what).isPositive();
                change.wait(left);
            }
        }
    }

    private void awaitEcho(String text) throws InterruptedException {
        network().send(THERE, here.link(THERE), text.getBytes(UTF_8));
        await(text + " came back", () -> here.texts(THERE).contains(text));
    }

    @Test
    void a_killed_process_is_seen_at_once_and_its_successor_has_a_new_incarnation() throws Exception {
        // nobody waits for its heartbeats here
        start(Tuning.DEFAULT.withTimeout(Duration.ofHours(1)));
        PeerProcess.Lines first = spawn(1);
        await("there is a link", () -> here.link(THERE) > 0);
        awaitEcho("first life");
        first.signal("KILL");
        await("the link ended", () -> here.count(Kind.DOWN, THERE) == 1);
        spawn(2);
        await("there is a link again", () -> here.link(THERE) > 0);
        awaitEcho("second life");
        assertThat(here.incarnations(THERE)).containsExactly(1L, 2L);
    }

    @Test
    void a_stopped_process_is_missed_and_gets_a_new_link_when_it_goes_on() throws Exception {
        start(Tuning.DEFAULT);
        PeerProcess.Lines there = spawn(1);
        await("there is a link", () -> here.link(THERE) > 0 && there.count("up rabbit1") == 1);
        there.signal("STOP");
        await("the link ended", () -> here.count(Kind.DOWN, THERE) == 1);
        assertThat(there.count("down rabbit1")).isZero();
        there.signal("CONT");
        await("both have a new link", () -> here.link(THERE) > 0 && there.count("up rabbit1") == 2);
        assertThat(there.count("down rabbit1")).isEqualTo(1);
        awaitEcho("back");
        assertThat(here.incarnations(THERE)).containsExactly(1L, 1L);
    }
}
