package mirrorlab.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import mirrorlab.lab.Recording;
import mirrorlab.lab.RecordingFile;
import mirrorlab.lab.ReplayedLab;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.ledger.ClosedBooks;
import mirrorlab.simulation.Simulation;
import mirrorlab.ui.MirrorlabWindow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "simulate", mixinStandardHelpOptions = true,
        description = "Runs whole clusters on a simulated network, disk and clock, each from a seed, with faults between any two messages.",
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {"0:every invariant held", "1:one did not", "2:wrong input"})
final class SimulateCommand implements Callable<Integer> {
    private static final int MOST_SEEDS = 10_000_000;
    @Spec
    private CommandSpec spec;

    @Option(names = "--from", paramLabel = "S", defaultValue = "1", description = "the first seed (${DEFAULT-VALUE})")
    private long from;

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "200", description = "how many (${DEFAULT-VALUE})")
    private int seeds;

    @Option(names = "--json", description = "one JSON object for each seed instead of sentences")
    private boolean json;

    @Option(names = "--tell", description = "everything that happened, line by line; with --seeds 1")
    private boolean tell;

    @Option(names = "--recording", paramLabel = "FILE",
            description = "write the history as a recording; with --seeds 1")
    private @Nullable Path file;

    @Option(names = "--window", description = "open the history in the window, as a recording; with --seeds 1")
    private boolean window;

    @Override
    public Integer call() throws Exception {
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw new NotPossible("--seeds is " + seeds + ", expected 1 to " + MOST_SEEDS);
        }
        if (!tell && !window && file == null) {
            PrintStream out = System.out;
            return Simulation.run(from, seeds, json, ClosedBooks::text, out) == 0
                    ? Commands.OK
                    : Commands.NOT_AS_EXPECTED;
        }
        if (seeds != 1) {
            throw new NotPossible("--seeds is " + seeds + ", expected 1 with --tell, --recording and --window");
        }
        if (file != null) {
            OutputFile.check(file, "the recording");
        }
        if (window && !WindowCommand.hasDisplay()) {
            throw new NotPossible("--window needs a display, and there is none: use --recording or --tell");
        }
        return replay();
    }

    /// One history again, for people.
    private int replay() throws Exception {
        Simulation.Outcome outcome = Simulation.play(from);
        String broken = outcome.held() ? ClosedBooks.text(outcome.journal()) : outcome.broken();
        PrintWriter out = spec.commandLine().getOut();
        if (tell) {
            outcome.lines().forEach(out::println);
        }
        out.println("seed " + from + ": " + (broken.isEmpty() ? "everything held" : broken));
        out.flush();
        Recording recording = new Recording();
        outcome.journal().forEach(recording::add);
        if (file != null) {
            RecordingFile.write(recording, file);
        }
        if (window) {
            try (ReplayedLab lab = ReplayedLab.of("seed " + from, recording)) {
                MirrorlabWindow.launch(lab);
            }
        }
        return broken.isEmpty() ? Commands.OK : Commands.NOT_AS_EXPECTED;
    }
}
