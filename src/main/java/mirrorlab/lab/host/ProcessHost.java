package mirrorlab.lab.host;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.concurrent.TimeUnit;

/// Every node is an operating-system process, started with the lab's own Java and class path. The configuration goes
/// over standard input, which stays open: when the lab dies, the node reads its end and stops (contract 6).
public final class ProcessHost implements Host {
    /// Small nodes: little heap, the quick compiler only and early, no thread for performance counters.
    private static final List<String> FLAGS = List.of("-Xms16m", "-Xmx512m", "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:TieredStopAtLevel=1", "-XX:Tier3InvocationThreshold=100", "-XX:Tier3MinInvocationThreshold=50",
            "-XX:Tier3CompileThreshold=1000",
            "-XX:ReservedCodeCacheSize=64m", "-Xss512k", "-XX:-UsePerfData", "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "-Djava.awt.headless=true", "-Djava.net.preferIPv4Stack=true");

    @Override
    public NodeLife start(NodeLaunch launch, Consumer<String> log) throws IOException {
        Files.createDirectories(launch.folder());
        List<String> command = command(AotCache.nodeFlags(launch));
        command.add("node");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new ProcessLife(launch, log, process);
    }

    /// The lab's own program with a node's flags, without its arguments.
    static List<String> command(List<String> moreFlags) {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.addAll(moreFlags);
        return OwnProgram.command(flags);
    }

    @Override
    public void killTogether(List<NodeLife> lives) {
        if (lives.size() > 1) {
            signal("-STOP", lives.stream().map(NodeLife::processId).toList());
        }
        lives.forEach(NodeLife::kill);
    }

    /// Sends a signal with the program `kill`, the only way from Java to stop and continue a process.
    static void signal(String signal, List<Long> processes) {
        List<String> command = new ArrayList<>(List.of("kill", signal));
        processes.forEach(each -> command.add(String.valueOf(each)));
        try {
            Process kill = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            kill.waitFor(5, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new IllegalStateException("the program kill could not be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
