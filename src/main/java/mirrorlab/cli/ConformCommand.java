package mirrorlab.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.conform.Choice;
import mirrorlab.lab.conform.Coherence;
import mirrorlab.lab.conform.Comparison;
import mirrorlab.lab.conform.Coverage;
import mirrorlab.lab.conform.Difference;
import mirrorlab.lab.conform.Verdict;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "conform", mixinStandardHelpOptions = true,
        description = {"Plays recorded scenarios, then compares the reports with what the real broker did.",
                "What differs is played again, with the machine for itself."},
        exitCodeListHeading = "Exit status:%n", exitCodeList = {
                "0:every scenario that was run agrees, or is among those that differ on principle (DIR/differs.json)",
                "1:one does not", "2:the folder is wrong"})
final class ConformCommand implements Callable<Integer> {
    /// How often a scenario is played whose mirrors under `exactly` were put elsewhere than in the recording.
    private static final int MOST_CHOICES = 8;
    /// How often one is played beside others, or while the machine stands still.
    private static final int MOST_DISTURBED = 3;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR",
            description = "a folder with scenarios/*.json, golden/*.json and, if need be, differs.json")
    private Path folder;

    @Option(names = "--out", paramLabel = "DIR", description = "where to keep the reports")
    private @Nullable Path out;

    @Option(names = "--filter", paramLabel = "REGEX", defaultValue = "",
            description = "only scenarios in whose name it is found")
    private Pattern filter;

    @Option(names = "--embedded", description = "nodes live in this process")
    private boolean embedded;

    @Option(names = "--clusters", paramLabel = "N", defaultValue = "3",
            description = "how many clusters run at a time at most, as far as memory goes (${DEFAULT-VALUE})")
    private int clusters;

    @Option(names = "--waits", paramLabel = "SHARE", defaultValue = "0.3",
            description = "share of the usual waits: clients' patience of 20 s, look-ups of 60 s (${DEFAULT-VALUE})")
    private double waits;

    @Override
    public Integer call() throws Exception {
        if (clusters < 1 || clusters > 100) {
            throw new NotPossible("--clusters is " + clusters + ", expected 1 to 100");
        }
        if (!(waits > 0 && waits <= 1)) {
            throw new NotPossible("--waits is " + waits + ", expected more than 0 and at most 1");
        }
        long from = System.nanoTime();
        ConformFolder recorded = ConformFolder.open(folder, filter);
        Path reports = out == null ? Files.createTempDirectory("mirrorlab-conform-") : Files.createDirectories(out);
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        List<Scenario> due = new ArrayList<>();
        for (Scenario each : recorded.scenarios()) {
            Coverage coverage = Coverage.of(each);
            if (coverage.isRun()) {
                due.add(each);
            }
            verdicts.put(each.name(), Verdict.without(coverage, 0, 0, "", ""));
        }
        PrintWriter terminal = spec.commandLine().getOut();
        ConformRun run = new ConformRun(new LabOptions(embedded, false), waits, terminal);
        for (int round = 0; round < MOST_CHOICES && !due.isEmpty(); round++) {
            Map<String, ConformRun.Played> played = run.play(due, reports, round == 0 ? clusters : 1);
            boolean beside = round == 0 && clusters > 1 && due.size() > 1;
            List<Scenario> again = new ArrayList<>();
            for (Scenario each : due) {
                if (compare(recorded, each, played.get(each.name()), reports, verdicts, round + 1, beside)) {
                    again.add(each);
                }
            }
            due = again;
        }
        if (out == null) {
            for (Scenario each : recorded.scenarios()) {
                Files.deleteIfExists(ConformRun.report(reports, each));
            }
            Files.delete(reports);
        }
        boolean good = new ConformTable(terminal).print(verdicts, (System.nanoTime() - from) / 1e9);
        return good ? Commands.OK : Commands.NOT_AS_EXPECTED;
    }

    /// @param round
    ///            counted from 1
    /// @param beside
    ///            other clusters ran at the same time
    /// @return true when it should be played again, because chance led it elsewhere or something disturbed it
    private static boolean compare(ConformFolder recorded, Scenario scenario, ConformRun.@Nullable Played played,
            Path reports, Map<String, Verdict> verdicts, int round, boolean beside)
            throws IOException {
        Coverage coverage = Coverage.of(scenario);
        String reason = recorded.reasons().getOrDefault(scenario.name(), "");
        boolean disturbed = round < MOST_DISTURBED && (beside || played != null && played.standstill() > 0);
        if (played == null || !played.fault().isEmpty()) {
            verdicts.put(scenario.name(), Verdict.without(coverage, round, played == null ? 0 : played.standstill(),
                    played == null ? "it was not played" : played.fault(), reason));
            return disturbed;
        }
        JsonNode golden = recorded.golden(scenario);
        JsonNode report = MAPPER.readTree(ConformRun.report(reports, scenario).toFile());
        Coherence coherence = Coherence.of(report);
        List<Difference> differences = new ArrayList<>(Comparison.of(golden, report, coverage.leftOut()));
        differences.addAll(coherence.faults());
        verdicts.put(scenario.name(), new Verdict(coverage, List.copyOf(differences), coherence, round,
                played.seconds(), played.standstill(), "", reason));
        return !differences.isEmpty() && (disturbed || Choice.isAnother(golden, report));
    }
}
