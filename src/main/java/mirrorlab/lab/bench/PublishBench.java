package mirrorlab.lab.bench;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;

/// Confirmed publishing to a queue that is mirrored to all nodes, in every {@link PublishCase}: by this lab's own cluster, and
/// beside it by any other broker. Both are measured by the same client in the same process, alternately, round by round; the
/// lab's cluster runs only while it is measured.
public final class PublishBench {
    private static final String OURS = "this lab";
    private static final String OTHER = "the other";
    private final Asked asked;
    private final Opening opening;
    private final Map<String, List<PublishLoad.Result>> results = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /// What to measure.
    ///
    /// @param rounds
    ///            how often each case is measured
    /// @param only
    ///            cases whose name contains this
    /// @param against
    ///            addresses of another broker's nodes, the one that shall have the master first; empty for the lab alone
    public record Asked(int rounds, double warmSeconds, double seconds, Pattern only, List<URI> against) {
        public Asked {
            against = List.copyOf(against);
        }

        List<PublishCase> cases() {
            return PublishCase.all().stream().filter(each -> only.matcher(each.name()).find()).toList();
        }
    }

    /// A cluster of three node processes that all serve.
    public interface Opening {
        LiveLab open() throws IOException, NotPossible, BootFailed, InterruptedException;
    }

    public PublishBench(Asked asked, Opening opening) {
        this.asked = asked;
        this.opening = opening;
    }

    public BenchResult run() throws IOException, NotPossible, BootFailed, InterruptedException {
        if (asked.cases().isEmpty()) {
            throw new NotPossible("no case is called like --only " + asked.only() + "; one is called '"
                    + PublishCase.all().getFirst().name() + "'");
        }
        for (int round = 0; round < asked.rounds(); round++) {
            notes.add("round " + (round + 1) + " began with a load average of " + load());
            try (LiveLab lab = opening.open()) {
                round(OURS, PublishPlace.own(lab));
            }
            if (!asked.against().isEmpty()) {
                round(OTHER, PublishPlace.other(asked.against()));
            }
        }
        return new BenchResult("publish", figures(), notes);
    }

    static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0];
        } catch (IOException e) {
            return "unknown";
        }
    }

    private void round(String who, PublishPlace place) throws IOException, NotPossible, InterruptedException {
        for (PublishCase each : asked.cases()) {
            place.freshQueue();
            try (Connection publisher = place.connect(each.atMaster());
                    Connection consumer = place.connect(each.atMaster())) {
                if (each.consumed()) {
                    consumer.createChannel().basicConsume(BenchQueue.NAME, true, (tag, message) -> {}, tag -> {});
                }
                results.computeIfAbsent(key(who, each), unused -> new ArrayList<>())
                        .add(PublishLoad.run(publisher, BenchQueue.NAME, each, asked.warmSeconds(), asked.seconds()));
            }
        }
    }

    private static String key(String who, PublishCase which) {
        return who + ": " + which.name();
    }

    // ---- what is said

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (PublishCase each : asked.cases()) {
            List<PublishLoad.Result> ours = results.getOrDefault(key(OURS, each), List.of());
            List<PublishLoad.Result> other = results.getOrDefault(key(OTHER, each), List.of());
            if (!other.isEmpty()) {
                List<Double> ratios = new ArrayList<>();
                for (int i = 0; i < ours.size(); i++) {
                    ratios.add(ours.get(i).rate() / other.get(i).rate());
                }
                Figure ratio = Figure.of(each.name(), "times", ratios);
                figures.add(each.isPromised() ? ratio.promisedAtLeast(each.promisedRatio()) : ratio);
                describe(figures, "  " + OTHER, other);
            }
            describe(figures, other.isEmpty() ? each.name() : "  " + OURS, ours);
        }
        return figures;
    }

    private static void describe(List<Figure> figures, String name, List<PublishLoad.Result> results) {
        figures.add(Figure.of(name, "a second", results.stream().map(PublishLoad.Result::rate).toList())
                .noting(String.format(Locale.ROOT, "ms to the confirm: p50 %.2f, p99 %.2f, max %.0f",
                        median(results.stream().map(PublishLoad.Result::p50).toList()),
                        median(results.stream().map(PublishLoad.Result::p99).toList()),
                        median(results.stream().map(PublishLoad.Result::max).toList()))));
    }

    private static double median(List<Double> values) {
        return new Figure("", "", values, OptionalDouble.empty(), "").median();
    }
}
