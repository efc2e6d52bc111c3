package mirrorlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CompletionException;
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
    private int done;

    TerminalRun(PrintWriter out) {
        this.out = out;
    }

    Report play(Scenario scenario, LabOptions options)
            throws IOException, NotPossible, BootFailed, InterruptedException {
        long from = System.nanoTime();
        out.println(scenario.name() + ": " + scenario.title());
        out.flush();
        int all = scenario.steps().size();
        try (RunningLab running = RunningLab.open(scenario, options, () -> notDone("told to end", all))) {
            running.awaitStarted();
            double boot = seconds(from);
            long steps = System.nanoTime();
            LivePlayer player = running.lab().livePlayer();
            playAll(running, player, all);
            if (running.isToldToEnd()) {
                RunningLab.awaitEnd();
            }
            Report report = player.report(boot, seconds(steps));
            report.causes().forEach(each -> out.println("  why: " + each.path("title").asText() + " ("
                    + each.path("rules").path(0).asText() + ")"));
            out.println(report.everyExpectationHeld() ? "every expectation held" : "not every expectation held");
            out.flush();
            return report;
        }
    }

    private void playAll(RunningLab running, LivePlayer player, int all) {
        try {
            for (int i = 0; i < all && !running.isToldToEnd(); i++) {
                player.step().toCompletableFuture().join();
                if (!running.isToldToEnd()) {
                    print(player.played().get(i), all);
                }
            }
        } catch (CompletionException e) {
            if (!running.isToldToEnd()) {
                notDone("the lab failed", all);
            }
            throw e;
        }
    }

    private synchronized void notDone(String why, int all) {
        int left = all - done;
        if (left > 0) {
            out.println(why + ": " + left + " of " + all + (left == 1 ? " steps was" : " steps were") + " not done");
            out.flush();
        }
    }

    private static double seconds(long from) {
        return (System.nanoTime() - from) / 1e9;
    }

    private synchronized void print(PlayedStep step, int all) {
        done++;
        out.println("  " + step.number() + "/" + all + " " + StepLine.of(step.step()) + " – " + step.result().text());
        out.flush();
    }
}
