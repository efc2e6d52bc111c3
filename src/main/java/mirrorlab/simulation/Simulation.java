package mirrorlab.simulation;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import mirrorlab.journal.Entry;

/// Runs histories, each from one seed.
public final class Simulation {
    private Simulation() {}

    /// What became of one seed.
    ///
    /// @param broken the sentence that says what must not be, empty when nothing was
    /// @param micros simulated time at the end
    /// @param forecasts of what becomes of a queue, `openForecasts` of them left something to chance
    record Outcome(long seed, SimulationOptions options, String broken, long micros, long inputs, List<Entry> journal,
            long forecasts, long openForecasts) {
        boolean held() {
            return broken.isEmpty();
        }
    }

    /// Runs `seeds` histories from seed `from` on, and says what broke and how to see it again.
    ///
    /// @param json one JSON object a seed instead of sentences
    /// @return how many seeds failed
    public static int run(long from, int seeds, boolean json, PrintStream out) {
        List<Long> failed = new ArrayList<>();
        long inputs = 0;
        long forecasts = 0;
        long open = 0;
        for (long seed = from; seed < from + seeds; seed++) {
            Outcome outcome = play(seed, Tampering.NONE);
            inputs += outcome.inputs();
            forecasts += outcome.forecasts();
            open += outcome.openForecasts();
            if (!outcome.held()) {
                failed.add(seed);
            }
            if (json) {
                out.println("{\"seed\":" + seed + ",\"held\":" + outcome.held() + ",\"inputs\":" + outcome.inputs()
                        + ",\"simulatedMillis\":" + outcome.micros() / 1_000 + ",\"broken\":" + quoted(outcome.broken())
                        + "}");
            } else if (!outcome.held()) {
                out.println("seed=" + seed + " after " + outcome.inputs() + " inputs, " + outcome.micros() / 1_000
                        + " simulated ms: " + outcome.broken());
                out.println("  replay: simulate --from " + seed + " --seeds 1");
            }
        }
        if (!json) {
            out.println(seeds + " seeds, " + inputs + " inputs: "
                    + (failed.isEmpty() ? "everything held" : failed.size() + " failed: " + failed));
            out.println(forecasts + " forecasts came true, " + open + " of them left a place to chance");
        }
        return failed.size();
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

    static Outcome play(long seed, Tampering tampering) {
        return play(seed, tampering, cluster -> {});
    }

    /// @param atEnd looks at the cluster when everything is over and held
    static Outcome play(long seed, Tampering tampering, Consumer<SimulatedCluster> atEnd) {
        SplittableRandom chance = new SplittableRandom(seed);
        SimulationOptions options = SimulationOptions.any(chance);
        SimulatedCluster cluster = new SimulatedCluster(chance.nextLong(), options.nodes(), tampering);
        String broken = "";
        Fate fate = new Fate(cluster, options, chance.split(), seed % 2 == 0 ? null : new SplittableRandom(~seed));
        try {
            fate.run();
            atEnd.accept(cluster);
        } catch (InvariantBroken e) {
            broken = String.valueOf(e.getMessage());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            broken = "the history itself failed: " + e + where(e);
        }
        return new Outcome(seed, options, broken, cluster.agenda().now(), cluster.invariants().checks(),
                cluster.journal(), fate.forecasts(), fate.openForecasts());
    }
}
