package mirrorlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import mirrorlab.lab.LabDoor;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.NodeNews;
import mirrorlab.lab.PortsFile;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.AotCache;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "up", mixinStandardHelpOptions = true,
        description = "Keeps a cluster running for other programs until it is told to end (SIGTERM, SIGINT).")
final class UpCommand implements Callable<Integer> {
    private static final long NEWS_MILLIS = 600_000;
    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "CLUSTER.json", arity = "0..1", description = "a cluster; else three nodes")
    private @Nullable Path file;

    @Option(names = "--embedded", description = "nodes live in this process")
    private boolean embedded;

    @Option(names = "--ports-file", paramLabel = "P",
            description = "where to write names, ports and passwords once all nodes serve")
    private @Nullable Path portsFile;

    @Option(names = "--keep", description = "keep the run folder: logs and data of the nodes")
    private boolean keep;

    private volatile boolean isWritten;

    UpCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /// Understands what programs write, without picocli, whose loading takes a fifth of the time to a running cluster.
    ///
    /// @param words
    ///            after `up`
    /// @return null when picocli has to look at it: help, other spellings, mistakes
    static @Nullable UpCommand plain(PrintWriter out, PrintWriter err, List<String> words) {
        UpCommand up = new UpCommand(out, err);
        for (Iterator<String> left = words.iterator(); left.hasNext();) {
            String word = left.next();
            if (word.equals("--embedded") && !up.embedded) {
                up.embedded = true;
            } else if (word.equals("--keep") && !up.keep) {
                up.keep = true;
            } else if (word.equals("--ports-file") && up.portsFile == null && left.hasNext()) {
                String place = left.next();
                if (place.startsWith("-")) {
                    return null;
                }
                up.portsFile = Path.of(place);
            } else if (!word.startsWith("-") && !word.isEmpty() && up.file == null) {
                up.file = Path.of(word);
            } else {
                return null;
            }
        }
        return up;
    }

    @Override
    public Integer call() throws Exception {
        ClusterFile cluster = file == null ? ClusterFile.threeNodes() : ClusterFile.read(file);
        if (portsFile != null) {
            OutputFile.check(portsFile, "the ports file");
        }
        Scenario nothing = new Scenario("", "", "", cluster, List.of());
        try (RunningLab running = RunningLab.open(nothing, new LabOptions(embedded, keep), this::end);
                LabDoor door = new LabDoor(running.lab())) {
            running.awaitStarted();
            NodeNews news = new NodeNews(running.lab().recording());
            if (portsFile != null) {
                PortsFile.write(portsFile, running.lab(), door.url());
                isWritten = true;
            }
            for (NodeName each : running.lab().nodes()) {
                out.println(each + ": amqp 127.0.0.1:" + running.lab().cluster().amqpPort(each) + ", http 127.0.0.1:"
                        + running.lab().cluster().httpPort(each));
            }
            out.flush();
            AotCache.prepare(false); // a lab that is kept lives long enough
            tellNews(running, news);
            RunningLab.awaitEnd();
            return Commands.OK;
        }
    }

    /// Until the program is told to end.
    private void tellNews(RunningLab running, NodeNews news) throws InterruptedException {
        while (true) {
            List<String> lines = news.next(NEWS_MILLIS);
            if (running.isToldToEnd()) {
                return;
            }
            lines.forEach(out::println);
            if (!lines.isEmpty()) {
                out.flush();
            }
        }
    }

    /// A signal is how this command ends, so its exit status is 0 then; a JVM's would be 128 and the signal's number.
    private void end() {
        try {
            if (portsFile != null && isWritten) {
                Files.deleteIfExists(portsFile);
            }
            Runtime.getRuntime().halt(Commands.OK);
        } catch (IOException e) {
            err.println("mirrorlab: the ports file " + portsFile + " could not be removed");
        }
    }
}
