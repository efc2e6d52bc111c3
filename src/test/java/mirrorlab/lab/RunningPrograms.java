package mirrorlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.host.OwnProgram;
import org.jspecify.annotations.Nullable;

/// Programs `up` as other people start them, ended at the end of the test.
final class RunningPrograms implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();
    private @Nullable Path cache;

    /// Programs that start from now on keep their run folders there.
    void cacheIn(Path folder) {
        cache = folder;
    }

    Process up(Path portsFile, String... more) throws IOException {
        List<String> command = OwnProgram.command(List.of("-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("up", "--ports-file", portsFile.toString()));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (cache != null) {
            builder.environment().put("XDG_CACHE_HOME", cache.toString());
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /// What the program wrote about itself, once all its nodes serve.
    static JsonNode ports(Process up, Path portsFile) throws IOException {
        String first = up.inputReader().readLine();
        if (first == null || !first.contains(": amqp ")) {
            throw new AssertionError("the program said " + first);
        }
        return new ObjectMapper().readTree(portsFile.toFile());
    }

    @Override
    public void close() throws Exception {
        for (Process each : processes) {
            each.destroy();
            if (!each.waitFor(60, TimeUnit.SECONDS)) {
                each.destroyForcibly();
            }
        }
    }
}
