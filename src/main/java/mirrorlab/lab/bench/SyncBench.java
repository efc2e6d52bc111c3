package mirrorlab.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import org.jspecify.annotations.Nullable;

/// Explicit synchronisation: a durable queue without mirrors is filled with persistent messages of 12 bytes, a policy adds two
/// mirrors, which are unsynchronised, `sync_queue` copies the backlog; from that command until both are synchronised. This lab's
/// own cluster and any other broker's alternately, round by round; the lab's cluster runs only while it is measured.
public final class SyncBench {
    private static final String OURS = "this lab";
    private static final String OTHER = "the other";
    private static final double PROMISED_RATIO = 3;
    private static final double PROMISED_SHARE = 0.25;
    private static final double PROMISED_BEYOND = 64;
    private final Asked asked;
    private final PublishBench.Opening opening;
    private final Map<String, List<Measured>> results = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /// What RabbitMQ 3.10.8 did on two cores.
    private enum Recorded {
        SMALL(100_000, 43_200, 0), LARGE(1_000_000, 29_540, 5.9 * 1024);

        private final int messages;
        private final double rate;
        private final double resident;

        Recorded(int messages, double rate, double resident) {
            this.messages = messages;
            this.rate = rate;
            this.resident = resident;
        }
    }

    /// What to measure.
    ///
    /// @param messages
    ///            how many the queue holds, one measurement each
    /// @param other
    ///            another broker; null for the lab alone
    public record Asked(int rounds, List<Integer> messages, @Nullable OtherBroker other) {
        public Asked {
            messages = List.copyOf(messages);
        }
    }

    /// One synchronisation.
    ///
    /// @param rate
    ///            messages a second
    /// @param filled
    ///            resident MiB of the three node processes with everything in the master only
    /// @param resident
    ///            the same when both mirrors are synchronised
    /// @param highest
    ///            resident MiB of the largest of the three at its highest
    /// @param beyond
    ///            how much of that is more than the master's node had with everything before
    record Measured(double rate, double filled, double resident, double highest, double beyond) {}

    public SyncBench(Asked asked, PublishBench.Opening opening) {
        this.asked = asked;
        this.opening = opening;
    }

    public BenchResult run() throws IOException, NotPossible, BootFailed, InterruptedException {
        OtherBroker other = asked.other();
        for (int round = 0; round < asked.rounds(); round++) {
            for (int messages : asked.messages()) {
                notes.add("round " + (round + 1) + " of " + messages + " began with a load average of "
                        + PublishBench.load());
                try (var lab = opening.open()) {
                    measure(OURS, SyncPlace.own(lab), messages);
                }
                if (other != null) {
                    measure(OTHER, SyncPlace.other(other), messages);
                }
            }
        }
        return new BenchResult("sync", figures(), notes);
    }

    private void measure(String who, SyncPlace place, int messages)
            throws IOException, NotPossible, InterruptedException {
        place.prepare();
        try (var connection = place.connect()) {
            SyncLoad.fill(connection, messages);
        }
        Sizes filled = sizes(place);
        place.mirror();
        double seconds = place.synchronise();
        Sizes after = sizes(place);
        results.computeIfAbsent(key(who, messages), unused -> new ArrayList<>())
                .add(new Measured(messages / seconds, filled.resident(), after.resident(), after.highest(),
                        after.highest() - filled.largest()));
        place.remove();
    }

    private record Sizes(double resident, double largest, double highest) {}

    private Sizes sizes(SyncPlace place) throws NotPossible, IOException, InterruptedException {
        List<Long> processes = place.processes();
        try {
            double largest = 0;
            for (long each : processes) {
                largest = Math.max(largest, Memory.of(List.of(each)).resident());
            }
            return new Sizes(Memory.of(processes).resident(), largest, Memory.highest(processes));
        } catch (IOException e) {
            notes.add("the memory of the nodes is not known: " + e.getMessage());
            return new Sizes(Double.NaN, Double.NaN, Double.NaN);
        }
    }

    private static String key(String who, int messages) {
        return who + ": " + messages;
    }

    // ---- what is said

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (int each : asked.messages()) {
            List<Measured> ours = results.getOrDefault(key(OURS, each), List.of());
            List<Measured> other = results.getOrDefault(key(OTHER, each), List.of());
            String name = String.format(Locale.ROOT, "%,d messages to two mirrors", each);
            if (other.isEmpty()) {
                alone(figures, name, each, ours);
            } else {
                beside(figures, name, ours, other);
            }
        }
        return figures;
    }

    private static void beside(List<Figure> figures, String name, List<Measured> ours, List<Measured> other) {
        List<Double> ratios = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i).rate() / other.get(i).rate());
            shares.add(ours.get(i).resident() / other.get(i).resident());
        }
        figures.add(Figure.of(name, "times", ratios).promisedAtLeast(PROMISED_RATIO));
        if (shares.stream().noneMatch(share -> share.isNaN())) {
            figures.add(Figure.of("  resident memory then", "of the other's", shares).promised(PROMISED_SHARE));
        }
        describe(figures, "  " + OTHER, other);
        describe(figures, "  " + OURS, ours);
        beyond(figures, ours);
    }

    private static void alone(List<Figure> figures, String name, int messages, List<Measured> ours) {
        int first = figures.size();
        describe(figures, name, ours);
        for (Recorded each : Recorded.values()) {
            if (each.messages == messages) {
                figures.set(first, figures.get(first).promisedAtLeast(PROMISED_RATIO * each.rate)
                        .beside(String.format(Locale.ROOT, "%,.0f", each.rate)));
                if (each.resident > 0 && figures.size() > first + 1) {
                    figures.set(first + 1, figures.get(first + 1).promised(PROMISED_SHARE * each.resident)
                            .beside(String.format(Locale.ROOT, "%.0f MiB", each.resident)));
                }
            }
        }
        beyond(figures, ours);
    }

    /// A node that has the queue needs little more to copy it, or to take it.
    private static void beyond(List<Figure> figures, List<Measured> ours) {
        if (ours.stream().noneMatch(each -> Double.isNaN(each.resident()))) {
            figures.add(Figure.of("  most that a node needed beyond the queue", "MiB",
                    ours.stream().map(Measured::beyond).toList()).promised(PROMISED_BEYOND));
        }
    }

    private static void describe(List<Figure> figures, String name, List<Measured> results) {
        figures.add(Figure.of(name, "a second", results.stream().map(Measured::rate).toList()));
        if (results.stream().anyMatch(each -> Double.isNaN(each.resident()))) {
            return; // the notes say why
        }
        figures.add(Figure.of("  three node processes, resident", "MiB",
                results.stream().map(Measured::resident).toList())
                .noting(String.format(Locale.ROOT, "%.0f MiB before with everything in the master only; the largest "
                        + "node at its highest %.0f MiB",
                        Figure.of("", "", results.stream().map(Measured::filled).toList()).median(),
                        Figure.of("", "", results.stream().map(Measured::highest).toList()).median())));
    }
}
