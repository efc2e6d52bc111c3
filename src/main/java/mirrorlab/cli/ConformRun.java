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
import mirrorlab.lab.host.Standstill;
import mirrorlab.lab.report.Report;
import mirrorlab.lab.scenario.Scenario;

/// Plays scenarios, some at a time, each at a cluster of its own, and writes their reports. Knows nothing of recordings.
final class ConformRun {
    private final LabOptions options;
    private final double waits;
    private final ConformRoom room;
    private final PrintWriter out;

    /// @param standstill
    ///            how many seconds the machine stood still meanwhile
    /// @param fault
    ///            why there is no report; empty when there is one
    record Played(double seconds, double standstill, String fault) {}

    /// @param waits
    ///            share of the usual waits
    ConformRun(LabOptions options, double waits, PrintWriter out) {
        this.options = options;
        this.waits = waits;
        room = ConformRoom.now(options.embedded());
        this.out = out;
    }

    static Path report(Path folder, Scenario scenario) {
        return folder.resolve(scenario.name() + ".json");
    }

    /// @param clusters
    ///            how many at a time, at most
    Map<String, Played> play(List<Scenario> scenarios, Path folder, int clusters) throws InterruptedException {
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
        try {
            int taken = room.enter(scenario.cluster().nodes().size());
            try (Standstill standstill = Standstill.watch()) {
                return play(scenario, folder, standstill);
            } finally {
                room.leave(taken);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Played(0, 0, "interrupted");
        }
    }

    private Played play(Scenario scenario, Path folder, Standstill standstill) throws InterruptedException {
        try {
            Report report = new TerminalRun(new PrintWriter(Writer.nullWriter())).play(scenario.withWaits(waits),
                    options);
            report.write(report(folder, scenario));
            return new Played(report.seconds(), standstill.seconds(), "");
        } catch (IOException | NotPossible | BootFailed | RuntimeException e) {
            String sentence = Faults.sentence(e);
            return new Played(0, standstill.seconds(), sentence == null ? e.toString() : sentence);
        }
    }
}
