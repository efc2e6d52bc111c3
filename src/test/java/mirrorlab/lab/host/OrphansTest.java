package mirrorlab.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphansTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path base;

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        processes.add(process);
        return process;
    }

    private Process holder() throws Exception {
        return start(OwnProgram.java(), "-XX:TieredStopAtLevel=1", "-cp", OwnProgram.classPath()
                + File.pathSeparator + System.getProperty("java.class.path"), FolderHolder.class.getName(),
                base.toString());
    }

    private static Path folder(Process holder) throws Exception {
        return Path.of(holder.inputReader().readLine());
    }

    private static void change(Path folder, String pointer, long add) throws Exception {
        File file = folder.resolve(RunFolder.FILE).toFile();
        ObjectNode json = (ObjectNode) MAPPER.readTree(file);
        ObjectNode process = (ObjectNode) json.at(pointer);
        process.put("started", process.path("started").asLong() + add);
        Files.writeString(file.toPath(), json.toString());
    }

    @Test
    void the_folder_of_a_lab_that_lives_stays_whatever_it_says_about_its_start() throws Exception {
        Path folder = folder(holder());
        change(folder, "/lab", 5_000);
        assertThat(Orphans.end(base)).isZero();
        assertThat(folder.resolve(RunFolder.FILE)).exists();
    }

    @Test
    void the_folder_of_another_lab_of_this_process_stays() throws Exception {
        RunFolder mine = RunFolder.create(base, false);
        Process holder = holder();
        folder(holder);
        Orphans.end(base);
        assertThat(mine.path().resolve(RunFolder.FILE)).exists();
        mine.finish();
        assertThat(mine.path()).doesNotExist();
    }

    @Test
    void what_a_killed_lab_left_is_ended_and_removed() throws Exception {
        Process holder = holder();
        Path folder = folder(holder);
        holder.destroyForcibly().waitFor();
        Process node = start("sleep", "600");
        ObjectNode json = (ObjectNode) MAPPER.readTree(folder.resolve(RunFolder.FILE).toFile());
        json.putObject("nodes").putObject("rabbit1@localhost").put("pid", node.pid()).put("started",
                RunFolder.startOf(node.pid()));
        Files.writeString(folder.resolve(RunFolder.FILE), json.toString());
        assertThat(Orphans.end(base)).isEqualTo(1);
        assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(folder).doesNotExist();
    }

    @Test
    void a_process_that_only_has_the_same_number_is_left_alone() throws Exception {
        Process holder = holder();
        Path folder = folder(holder);
        holder.destroyForcibly().waitFor();
        Process other = start("sleep", "600");
        ObjectNode json = (ObjectNode) MAPPER.readTree(folder.resolve(RunFolder.FILE).toFile());
        json.putObject("nodes").putObject("rabbit1@localhost").put("pid", other.pid()).put("started",
                RunFolder.startOf(other.pid()) - 60_000);
        Files.writeString(folder.resolve(RunFolder.FILE), json.toString());
        assertThat(Orphans.end(base)).isZero();
        assertThat(other.isAlive()).isTrue();
    }

    @Test
    void a_node_that_ends_after_the_lab_is_no_fault() throws Exception {
        RunFolder folder = RunFolder.create(base, false);
        folder.remember(NodeName.of("rabbit1"), ProcessHandle.current().pid());
        folder.finish();
        folder.remember(NodeName.of("rabbit1"), 0);
        assertThat(folder.path()).doesNotExist();
    }
}
