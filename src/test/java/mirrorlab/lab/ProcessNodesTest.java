package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.journal.Happening;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.host.OwnProgram;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessNodesTest {
    private static final NodeName RABBIT2 = NodeName.of("rabbit2");

    @Test
    void a_node_killed_from_a_shell_is_told_with_its_exit_status() throws Exception {
        try (TestCluster cluster = TestCluster.start(false)) {
            long process = cluster.lab.cluster().processId(RABBIT2);
            assertThat(new ProcessBuilder("kill", "-KILL", String.valueOf(process)).start().waitFor()).isZero();
            Happening.NodeDied died = cluster.await(Happening.NodeDied.class, each -> each.node().equals(RABBIT2));
            assertThat(died.exitStatus()).isEqualTo(137);
            assertThat(died.processId()).isEqualTo(process);
            assertThat(died.lastLogLines()).isNotEmpty();
            StepResult again = cluster.perform(Step.of("kill").with("node", "rabbit2"));
            assertThat(again.ok()).isFalse();
            assertThat(again.text()).isEqualTo("the node rabbit2 is down");
            assertThat(cluster.perform(Step.of("start").with("node", "rabbit2")).ok()).isTrue();
            assertThat(cluster.perform(Step.of("start").with("node", "rabbit2")).text())
                    .isEqualTo("the node rabbit2 is running already");
        }
    }

    @Test
    void two_labs_run_beside_each_other_and_leave_nothing() throws Exception {
        List<Long> processes = new ArrayList<>();
        Path folder;
        try (TestCluster one = TestCluster.start(false); TestCluster other = TestCluster.start(false)) {
            folder = one.lab.runFolder();
            for (TestCluster each : List.of(one, other)) {
                for (NodeName node : each.lab.nodes()) {
                    processes.add(each.lab.cluster().processId(node));
                }
                assertThat(each.perform(Step.of("declare_queue").with("queue", "q")).ok()).isTrue();
            }
            assertThat(processes).doesNotHaveDuplicates().hasSize(6);
        }
        assertThat(processes).noneMatch(each -> ProcessHandle.of(each).isPresent());
        assertThat(folder).doesNotExist();
    }

    @Test
    void a_fixed_port_in_use_is_said_with_node_and_port_and_nothing_is_left() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ClusterFile file = new ClusterFile(
                    List.of(new ClusterFile.Node(NodeName.of("a"), "disc", taken.getLocalPort(), 0)),
                    Map.of());
            assertThatThrownBy(
                    () -> LiveLab.open(new Scenario("s", "", "", file, List.of()), new LabOptions(false, false)))
                    .isInstanceOf(NotPossible.class)
                    .hasMessage("the AMQP port " + taken.getLocalPort() + " of a is in use by another program");
        }
    }

    @Test
    void a_lab_killed_with_sigkill_leaves_no_node(@TempDir Path folder) throws Exception {
        Path ports = folder.resolve("ports.json");
        List<String> command = OwnProgram.command(List.of());
        command.addAll(List.of("up", "--ports-file", ports.toString()));
        Process up = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<ProcessHandle> nodes;
        try {
            assertThat(up.inputReader().readLine()).startsWith("rabbit1@localhost: amqp 127.0.0.1:");
            assertThat(Files.getPosixFilePermissions(ports)).hasSize(2);
            nodes = up.children().toList();
            assertThat(nodes).hasSize(3);
        } finally {
            up.destroyForcibly();
        }
        for (ProcessHandle each : nodes) {
            each.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    private static void signal(String signal, ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, String.valueOf(process.pid())).start().waitFor()).isZero();
    }

    @Test
    void a_lab_killed_while_its_nodes_boot_leaves_none(@TempDir Path folder) throws Exception {
        try (RunningPrograms programs = new RunningPrograms()) {
            Process up = programs.up(folder.resolve("ports.json"));
            List<ProcessHandle> nodes = up.children().toList();
            while (nodes.size() < 3) {
                assertThat(up.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
                nodes = up.children().toList();
            }
            up.destroyForcibly();
            for (ProcessHandle each : nodes) {
                each.onExit().get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void a_lab_killed_while_one_node_stops_and_another_is_frozen_leaves_the_frozen_one(@TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("ports.json");
        try (RunningPrograms programs = new RunningPrograms()) {
            programs.cacheIn(folder); // the next lab that starts beside these would end the frozen one
            Process up = programs.up(file);
            List<ProcessHandle> nodes = new ArrayList<>();
            RunningPrograms.ports(up, file).path("nodes")
                    .forEach(each -> nodes.add(ProcessHandle.of(each.path("pid").asLong()).orElseThrow()));
            ProcessHandle frozen = nodes.removeLast();
            signal("-STOP", frozen);
            try {
                signal("-TERM", nodes.getLast()); // its clean stop waits for the frozen one
                up.destroyForcibly();
                for (ProcessHandle each : nodes) {
                    each.onExit().get(60, TimeUnit.SECONDS);
                }
            } finally {
                signal("-CONT", frozen);
            }
            frozen.onExit().get(60, TimeUnit.SECONDS);
        }
    }
}
