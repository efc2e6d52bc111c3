package mirrorlab.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.report.Report;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "run", mixinStandardHelpOptions = true, description = "Plays a scenario without a window.",
        exitCodeListHeading = "Exit status:%n", exitCodeList = {
                "0:every expectation held", "1:one did not",
                "2:the file is wrong, or the cluster did not start"})
final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "a scenario, JSON")
    private Path file;

    @Option(names = "--report", paramLabel = "OUT.json", description = "where to write the report")
    private @Nullable Path report;

    @Option(names = "--embedded", description = "nodes live in this process")
    private boolean embedded;

    @Option(names = "--keep", description = "keep the run folder: logs and data of the nodes")
    private boolean keep;

    @Override
    public Integer call() throws Exception {
        Scenario scenario = ScenarioFile.read(file);
        if (report != null) {
            OutputFile.check(report, "the report");
        }
        Report played = new TerminalRun(spec.commandLine().getOut()).play(scenario, new LabOptions(embedded, keep));
        if (report != null) {
            played.write(report);
        }
        return played.everyExpectationHeld() ? Commands.OK : Commands.NOT_AS_EXPECTED;
    }
}
