package mirrorlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LivePlayer;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.report.PlayedStep;
import mirrorlab.lab.report.Report;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.StepLine;

/// Plays a scenario and prints each step as it ends.
final class TerminalRun {
    private final PrintWriter out;

    TerminalRun(PrintWriter out) {
        this.out = out;
    }

    Report play(Scenario scenario, LabOptions options)
            throws IOException, NotPossible, BootFailed, InterruptedException {
        long from = System.nanoTime();
        out.println(scenario.name() + ": " + scenario.title());
        out.flush();
        try (RunningLab running = RunningLab.open(scenario, options)) {
            running.awaitStarted();
            double boot = seconds(from);
            long steps = System.nanoTime();
            LivePlayer player = running.lab().livePlayer();
            for (int i = 0; i < scenario.steps().size(); i++) {
                player.step().toCompletableFuture().join();
                print(player.played().get(i), scenario.steps().size());
            }
            Report report = player.report(boot, seconds(steps));
            report.causes().forEach(each -> out.println("  why: " + each.path("title").asText() + " ("
                    + each.path("rules").path(0).asText() + ")"));
            out.println(report.everyExpectationHeld() ? "every expectation held" : "not every expectation held");
            out.flush();
            return report;
        }
    }

    private static double seconds(long from) {
        return (System.nanoTime() - from) / 1e9;
    }

    private void print(PlayedStep step, int all) {
        out.println("  " + step.number() + "/" + all + " " + StepLine.of(step.step()) + " – " + step.result().text());
        out.flush();
    }
}
