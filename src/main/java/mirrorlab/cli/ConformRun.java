package mirrorlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.report.Report;
import mirrorlab.lab.scenario.Scenario;

/// Plays scenarios, some at a time, each at a cluster of its own, and writes their reports. Knows nothing of recordings.
final class ConformRun {
    private final LabOptions options;
    private final double waits;
    private final int clusters;
    private final PrintWriter out;

    /// @param fault
    ///            why there is no report; empty when there is one
    record Played(double seconds, String fault) {}

    /// @param waits
    ///            share of the usual waits
    ConformRun(LabOptions options, double waits, int clusters, PrintWriter out) {
        this.options = options;
        this.waits = waits;
        this.clusters = clusters;
        this.out = out;
    }

    static Path report(Path folder, Scenario scenario) {
        return folder.resolve(scenario.name() + ".json");
    }

    Map<String, Played> play(List<Scenario> scenarios, Path folder) throws InterruptedException {
        Map<String, Played> played = new ConcurrentHashMap<>();
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(clusters,
                Thread.ofPlatform().name("conform-", 1).factory())) {
            for (Scenario each : scenarios) {
                threads.execute(() -> {
                    Played now = play(each, folder);
                    played.put(each.name(), now);
                    say(done.incrementAndGet() + "/" + scenarios.size() + " " + each.name() + ": "
                            + (now.fault().isEmpty() ? seconds(now.seconds()) + " s" : now.fault()));
                });
            }
            threads.shutdown();
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }
        return played;
    }

    private synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    private Played play(Scenario scenario, Path folder) {
        Scenario shorter = scenario.withWaits(waits);
        try {
            Report report = new TerminalRun(new PrintWriter(Writer.nullWriter())).play(shorter, options);
            report.write(report(folder, scenario));
            return new Played(report.seconds(), "");
        } catch (IOException | NotPossible | BootFailed | RuntimeException e) {
            String sentence = Faults.sentence(e);
            return new Played(0, sentence == null ? e.toString() : sentence);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Played(0, "interrupted");
        }
    }
}
