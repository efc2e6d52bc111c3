package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Another language's client lives through a failover: Python with pika, which Debian calls `python3-pika`. Without it the
/// test is skipped; the check script installs it and wants the test to have run.
class PikaTest {
    private static final Path SCRIPT = Path.of("src", "test", "python", "failover.py");
    private static final long PATIENCE_SECONDS = 150;

    @TempDir
    private Path folder;

    private record Run(int status, String said) {}

    private Run run(String... command) throws IOException, InterruptedException {
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("%s ends", List.of(command)).isTrue();
            return new Run(process.exitValue(), Files.readString(said));
        } finally {
            process.destroyForcibly();
        }
    }

    private Optional<String> python() throws Exception {
        for (String each : List.of("python3", "/usr/bin/python3")) {
            try {
                if (run(each, "-c", "import pika").status() == 0) {
                    return Optional.of(each);
                }
            } catch (IOException e) {
                // no such program here
            }
        }
        return Optional.empty();
    }

    @Test
    void python_program_lives_through_the_death_of_its_queues_master() throws Exception {
        Optional<String> python = python();
        assumeTrue(python.isPresent(), "Python's pika is not installed (Debian: python3-pika)");
        try (RunningPrograms programs = new RunningPrograms()) {
            Path ports = folder.resolve("ports.json");
            Process lab = programs.up(ports);
            RunningPrograms.ports(lab, ports);
            Run program = run(python.get(), "-B", SCRIPT.toString(), ports.toString());
            assertThat(program.said()).startsWith("everything came");
            assertThat(program.status()).isZero();
            assertThat(lab.isAlive()).isTrue();
            lab.destroy();
            assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
