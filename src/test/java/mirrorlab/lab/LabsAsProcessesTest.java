package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.host.Orphans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabsAsProcessesTest {

    @TempDir
    private Path folder;

    @Test
    void two_labs_that_start_at_once_leave_each_other_alone() throws Exception {
        try (RunningPrograms programs = new RunningPrograms()) {
            List<Path> files = List.of(folder.resolve("one.json"), folder.resolve("other.json"));
            List<Process> labs = new ArrayList<>();
            for (Path each : files) {
                labs.add(programs.up(each, "--embedded"));
            }
            List<Path> runFolders = new ArrayList<>();
            for (int i = 0; i < labs.size(); i++) {
                runFolders.add(Path.of(RunningPrograms.ports(labs.get(i), files.get(i)).at("/lab/folder").asText()));
            }
            Orphans.end();
            assertThat(runFolders).doesNotHaveDuplicates()
                    .allSatisfy(each -> assertThat(each.resolve("lab.json")).exists());
            for (Process each : labs) {
                each.destroy();
                assertThat(each.waitFor(60, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(runFolders).allSatisfy(each -> assertThat(each).doesNotExist());
        }
    }

    @Test
    void the_next_start_ends_a_frozen_node_whose_lab_was_killed() throws Exception {
        try (RunningPrograms programs = new RunningPrograms()) {
            programs.cacheIn(folder); // where no other lab of this user begins meanwhile
            Path file = folder.resolve("ports.json");
            Process lab = programs.up(file);
            JsonNode ports = RunningPrograms.ports(lab, file);
            List<ProcessHandle> nodes = new ArrayList<>();
            ports.path("nodes").forEach(each -> nodes.add(ProcessHandle.of(each.path("pid").asLong()).orElseThrow()));
            ProcessHandle frozen = nodes.removeFirst();
            assertThat(new ProcessBuilder("kill", "-STOP", String.valueOf(frozen.pid())).start().waitFor()).isZero();
            lab.destroyForcibly();
            for (ProcessHandle each : nodes) {
                each.onExit().get(60, TimeUnit.SECONDS);
            }
            assertThat(frozen.isAlive()).isTrue();
            Path next = folder.resolve("next.json");
            RunningPrograms.ports(programs.up(next, "--embedded"), next);
            frozen.onExit().get(60, TimeUnit.SECONDS);
            assertThat(Path.of(ports.at("/lab/folder").asText())).doesNotExist();
        }
    }
}
