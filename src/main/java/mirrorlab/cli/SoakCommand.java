package mirrorlab.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.bench.Soak;
import mirrorlab.lab.bench.SoakResult;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "soak", mixinStandardHelpOptions = true,
        description = "Publishes at full rate through a queue on three nodes, with a consumer, and watches that heap, resident memory, files and the queue do not grow: the highest of the last third of the time against the highest of the second.",
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {"0:everything stayed level", "1:something grew", "2:wrong input, or the run broke off"})
final class SoakCommand implements Callable<Integer> {
    private static final int MOST_MINUTES = 7 * 24 * 60;
    private static final int LARGEST_BODY = 16 << 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--minutes", paramLabel = "N", defaultValue = "10", description = "how long (${DEFAULT-VALUE})")
    private int minutes;

    @Option(names = "--body", paramLabel = "BYTES", defaultValue = "12",
            description = "of a message (${DEFAULT-VALUE})")
    private int body;

    @Option(names = "--embedded", description = "nodes live in this process: each shows the memory of all")
    private boolean embedded;

    @Option(names = "--json", description = "one JSON object instead of lines")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        within("--minutes", minutes, 1, MOST_MINUTES);
        within("--body", body, 0, LARGEST_BODY);
        PrintWriter out = spec.commandLine().getOut();
        Scenario threeNodes = new Scenario("", "", "", ClusterFile.threeNodes(), List.of());
        try (RunningLab running = RunningLab.open(threeNodes, new LabOptions(embedded, false))) {
            running.awaitStarted();
            SoakResult result = new Soak(running.lab(), Duration.ofMinutes(minutes), body, line -> {
                if (!json) {
                    out.println(line);
                    out.flush();
                }
            }).run();
            out.println(json ? result.json().toString() : result.text());
            out.flush();
            return result.isLevel() ? Commands.OK : Commands.NOT_AS_EXPECTED;
        }
    }

    private static void within(String option, int value, int least, int most) throws NotPossible {
        if (value < least || value > most) {
            throw new NotPossible(option + " is " + value + ", expected " + least + " to " + most);
        }
    }
}
