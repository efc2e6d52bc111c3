package mirrorlab.cli;

import java.util.concurrent.Callable;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.simulation.Simulation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "simulate", mixinStandardHelpOptions = true,
        description = "Runs whole clusters on a simulated network, disk and clock, each from a seed, with faults between any two messages.",
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {"0:every invariant held", "1:one did not", "2:wrong input"})
final class SimulateCommand implements Callable<Integer> {
    private static final int MOST_SEEDS = 10_000_000;

    @Option(names = "--from", paramLabel = "S", defaultValue = "1", description = "the first seed (${DEFAULT-VALUE})")
    private long from;

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "200", description = "how many (${DEFAULT-VALUE})")
    private int seeds;

    @Option(names = "--json", description = "one JSON object for each seed instead of sentences")
    private boolean json;

    @Override
    public Integer call() throws NotPossible {
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw new NotPossible("--seeds is " + seeds + ", expected 1 to " + MOST_SEEDS);
        }
        return Simulation.run(from, seeds, json, System.out) == 0 ? Commands.OK : Commands.NOT_AS_EXPECTED;
    }
}
