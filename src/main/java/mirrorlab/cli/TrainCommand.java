package mirrorlab.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.Callable;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.host.AotCache;
import mirrorlab.lab.scenario.ShippedScenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "train", hidden = true,
        description = "Makes the cache that lets nodes start faster. Started by the lab itself.")
final class TrainCommand implements Callable<Integer> {

    private enum Part {
        make, play
    }

    @Parameters(description = "make: the cache; play: what the cache is made from")
    private Part part = Part.make;

    @Override
    public Integer call() throws Exception {
        if (part == Part.make) {
            AotCache.make();
        } else {
            new TerminalRun(new PrintWriter(Writer.nullWriter())).play(ShippedScenario.of("natural-synchronisation"),
                    new LabOptions(true, false));
        }
        return Commands.OK;
    }
}
