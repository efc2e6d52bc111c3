package mirrorlab.simulation;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import mirrorlab.journal.Entry;

/// Runs histories, each from one seed.
public final class Simulation {
    /// Makes another sequence of the same seed.
    private static final long PLOTS = 0x5EED_0F_3A7EL;
    private static final int PLAIN_ONE_IN = 5;
    /// And another one.
    private static final long WHIMS = 0x5EED_3A7E_0FL;
    private static final int WHIMS_ONE_IN = 2;
    private final Function<List<Entry>, String> audit;
    private final boolean json;
    private final PrintStream out;
    private final CoverageTable coverage = new CoverageTable();
    private final List<Long> failed = new ArrayList<>();
    private long inputs;
    private long forecasts;
    private long open;

    /// What became of one seed.
    ///
    /// @param broken the sentence that says what must not be, empty when nothing was
    /// @param micros simulated time at the end
    /// @param cells the situations that it came to
    /// @param forecasts of what becomes of a queue, `openForecasts` of them left something to chance
    public record Outcome(long seed, String broken, long micros, long inputs, List<Entry> journal, Set<String> cells,
            long forecasts, long openForecasts) {
        public boolean held() {
            return broken.isEmpty();
        }

        /// Everything that happened, a line each: seconds since the beginning, who said it, what.
        public List<String> lines() {
            long start = journal.isEmpty() ? 0 : journal.getFirst().clock() >>> 16;
            return journal.stream().map(each -> String.format(Locale.ROOT, "%9.3f  %-18s %s",
                    ((each.clock() >>> 16) - start) / 1000.0, each.origin(), each.happening())).toList();
        }

        private Outcome withoutJournal() {
            return new Outcome(seed, broken, micros, inputs, List.of(), cells, forecasts,
                    openForecasts);
        }
    }

    private Simulation(Function<List<Entry>, String> audit, boolean json, PrintStream out) {
        this.audit = audit;
        this.json = json;
        this.out = out;
    }

    /// Runs `seeds` histories from seed `from` on, as many at a time as there are processors, and says what broke and how to
    /// see it again.
    ///
    /// @param json one JSON object a seed instead of sentences
    /// @param audit looks at a history that held: what is wrong with it, or nothing; called by any thread
    /// @return how many seeds failed
    public static int run(long from, int seeds, boolean json, Function<List<Entry>, String> audit, PrintStream out) {
        return new Simulation(audit, json, out).run(from, seeds);
    }

    private int run(long from, int seeds) {
        int processors = Runtime.getRuntime().availableProcessors();
        AtomicInteger threads = new AtomicInteger();
        try (ExecutorService workers = Executors.newFixedThreadPool(Math.min(seeds, processors),
                work -> new Thread(null, work, "simulation-" + threads.incrementAndGet()))) {
            Queue<Future<Outcome>> running = new ArrayDeque<>();
            for (long seed = from; seed < from + seeds; seed++) {
                long one = seed;
                running.add(workers.submit(() -> audited(one).withoutJournal()));
                if (running.size() > 8 * processors) {
                    tell(result(running.remove()));
                }
            }
            running.forEach(each -> tell(result(each)));
        }
        if (!json) {
            coverage.print(seeds, out);
            out.println(seeds + " seeds, " + inputs + " inputs: "
                    + (failed.isEmpty() ? "everything held" : failed.size() + " failed: " + failed));
            out.println(forecasts + " forecasts came true, " + open + " of them left a place to chance");
        }
        return failed.size();
    }

    private static Outcome result(Future<Outcome> outcome) {
        try {
            return outcome.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the simulation was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a history ended without an outcome", e);
        }
    }

    private Outcome audited(long seed) {
        Outcome outcome = play(seed);
        String wrong = outcome.held() ? audit.apply(outcome.journal()) : outcome.broken();
        return new Outcome(seed, wrong, outcome.micros(), outcome.inputs(), outcome.journal(), outcome.cells(),
                outcome.forecasts(), outcome.openForecasts());
    }

    private void tell(Outcome outcome) {
        inputs += outcome.inputs();
        coverage.add(outcome.cells());
        forecasts += outcome.forecasts();
        open += outcome.openForecasts();
        if (!outcome.held()) {
            failed.add(outcome.seed());
        }
        if (json) {
            out.println("{\"seed\":" + outcome.seed() + ",\"held\":" + outcome.held() + ",\"inputs\":"
                    + outcome.inputs()
                    + ",\"simulatedMillis\":" + outcome.micros() / 1_000 + ",\"broken\":" + quoted(outcome.broken())
                    + "}");
        } else if (!outcome.held()) {
            out.println("seed=" + outcome.seed() + " after " + outcome.inputs() + " inputs, " + outcome.micros() / 1_000
                    + " simulated ms: " + outcome.broken());
            out.println("  replay in the terminal: simulate --from " + outcome.seed() + " --seeds 1 --tell");
            out.println("  replay in the window:   simulate --from " + outcome.seed() + " --seeds 1 --window");
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                quoted.append('\\').append(each);
            } else if (each < ' ') {
                quoted.append(' ');
            } else {
                quoted.append(each);
            }
        }
        return quoted.append('"').toString();
    }

    private static String where(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }

    /// One history with its whole journal; the same seed gives the same one.
    public static Outcome play(long seed) {
        return play(seed, cluster -> {});
    }

    /// @param atEnd looks at the cluster when everything is over and held
    static Outcome play(long seed, Consumer<SimulatedCluster> atEnd) {
        boolean plain = new SplittableRandom(seed ^ PLOTS).nextInt(PLAIN_ONE_IN) == 0;
        boolean whims = new SplittableRandom(seed ^ WHIMS).nextInt(WHIMS_ONE_IN) == 0;
        return play(seed, !plain, whims, Tampering.NONE, atEnd);
    }

    static Outcome play(long seed, boolean plotted, Tampering tampering) {
        return play(seed, plotted, false, tampering, cluster -> {});
    }

    /// @param plotted misfortunes come at chosen messages, too
    /// @param whims with hold points, auto-delete queues and misfortunes as mirrors are placed
    private static Outcome play(long seed, boolean plotted, boolean whims, Tampering tampering,
            Consumer<SimulatedCluster> atEnd) {
        SplittableRandom chance = new SplittableRandom(seed);
        SimulationOptions options = SimulationOptions.any(chance);
        SimulatedCluster cluster = new SimulatedCluster(chance.nextLong(), options.nodes(), tampering);
        String broken = "";
        Fate fate = new Fate(cluster, options, chance.split(), seed % 2 == 0 ? null : new SplittableRandom(~seed),
                plotted ? new SplittableRandom(seed * 31 + PLOTS) : null,
                whims ? new SplittableRandom(seed * 31 + WHIMS) : null);
        try {
            fate.run();
            atEnd.accept(cluster);
        } catch (InvariantBroken e) {
            broken = String.valueOf(e.getMessage());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            broken = "the history itself failed: " + e + where(e);
        }
        return new Outcome(seed, broken, cluster.agenda().now(), cluster.invariants().checks(), cluster.journal(),
                cluster.coverage().cells(), fate.forecasts(), fate.openForecasts());
    }
}
