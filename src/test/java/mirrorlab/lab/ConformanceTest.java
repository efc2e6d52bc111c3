package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mirrorlab.lab.conform.Choice;
import mirrorlab.lab.conform.Comparison;
import mirrorlab.lab.conform.Coverage;
import mirrorlab.lab.conform.Difference;
import mirrorlab.lab.conform.Recordings;
import mirrorlab.lab.host.Standstill;
import mirrorlab.lab.ledger.ClosedBooks;
import mirrorlab.lab.play.CheckedForecast;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What the real broker did, done again by embedded clusters, several at a time. In the same runs what was forecast just
/// before each kill and stop comes so, and the books close.
class ConformanceTest {
    private static final int CLUSTERS = 6;
    private static final double WAITS = 0.3;
    /// Mirrors under `exactly` stand where chance puts them: so often the scenario gets another chance.
    private static final int MOST_CHOICES = 8;
    /// What came out differently while the machine stood still gets another chance so often.
    private static final int MOST_STANDSTILLS = 3;
    private static final int MANY_MESSAGES = 10_000;
    /// Of a hundred forecasts of a queue at most so many may leave something open.
    private static final int MOST_OPEN = 5;
    private static final List<String> DEATHS = List.of("kill", "stop", "stop_app");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /// What came of one scenario.
    ///
    /// @param unforeseen
    ///            forecasts that did not come, and deaths without a forecast
    /// @param forecast
    ///            how often something was forecast of a queue
    /// @param open
    ///            how often something was left open
    private record Played(List<Difference> differences, List<String> unforeseen, long forecast, long open,
            List<String> bookFaults) {
        boolean isFine() {
            return differences.isEmpty() && unforeseen.isEmpty() && bookFaults.isEmpty();
        }

        /// It went as it should, but not as recorded.
        boolean onlyDiffers() {
            return !differences.isEmpty() && unforeseen.isEmpty() && bookFaults.isEmpty();
        }
    }

    /// Scenarios that differ for a reason of principle, each with that reason.
    private static Map<String, String> differing() throws Exception {
        Map<String, String> reasons = new LinkedHashMap<>();
        MAPPER.readTree(Path.of("src/test/resources/conformance/differs.json").toFile()).properties()
                .forEach(each -> reasons.put(each.getKey(), each.getValue().asText()));
        return reasons;
    }

    @TestFactory
    Stream<DynamicTest> the_lab_does_what_the_real_broker_did() throws Exception {
        Map<String, String> differing = differing();
        List<String> large = new ArrayList<>();
        Map<String, CompletableFuture<Played>> results = new LinkedHashMap<>();
        for (String each : Recordings.names()) {
            Scenario scenario = ScenarioFile.read(Recordings.scenario(each));
            if (Coverage.of(scenario).isRun()) {
                results.put(each, new CompletableFuture<>());
                if (isLarge(scenario)) {
                    large.add(each);
                }
            }
        }
        ExecutorService threads = Executors.newFixedThreadPool(CLUSTERS,
                Thread.ofPlatform().name("conformance-", 1).daemon().factory());
        // the large ones one after the other, beside all the rest
        threads.execute(() -> large.forEach(each -> play(each, results.get(each))));
        results.forEach((name, result) -> {
            if (!large.contains(name)) {
                threads.execute(() -> play(name, result));
            }
        });
        Stream<DynamicTest> tests = results.entrySet().stream().map(each -> DynamicTest.dynamicTest(each.getKey(),
                () -> agrees(each.getValue().get(15, TimeUnit.MINUTES), differing.containsKey(each.getKey()))));
        return Stream.concat(tests, Stream.of(DynamicTest.dynamicTest("few forecasts leave something open",
                () -> leavesLittleOpen(results.values())))).onClose(threads::shutdownNow);
    }

    private static void agrees(Played played, boolean differs) {
        if (!differs) {
            assertThat(played.differences()).as("differences from the recording").isEmpty();
        }
        assertThat(played.unforeseen()).as("forecasts that did not come").isEmpty();
        assertThat(played.bookFaults()).as("what does not add up in the ledger").isEmpty();
    }

    private static void leavesLittleOpen(Collection<CompletableFuture<Played>> results) throws Exception {
        long forecast = 0;
        long open = 0;
        for (CompletableFuture<Played> each : results) {
            forecast += each.get(15, TimeUnit.MINUTES).forecast();
            open += each.get().open();
        }
        assertThat(forecast).as("forecasts of a queue").isGreaterThan(50);
        assertThat(100 * open).as("%s of %s left something open, percent times cases", open, forecast)
                .isLessThanOrEqualTo(MOST_OPEN * forecast);
    }

    @Test
    void those_that_differ_on_principle_are_few_and_none_is_about_losses_or_clients() throws Exception {
        assertThat(differing()).hasSizeLessThanOrEqualTo(5);
        assertThat(Recordings.names()).containsAll(differing().keySet());
        assertThat(differing().keySet())
                .noneMatch(each -> each.matches("(kill|stop|sync|confirm|confirms|consumer|policy)-.*"));
        assertThat(differing().values()).noneMatch(String::isBlank);
    }

    private static boolean isLarge(Scenario scenario) {
        return scenario.steps().stream().anyMatch(each -> each.json().path("count").asInt() >= MANY_MESSAGES);
    }

    private static void play(String name, CompletableFuture<Played> result) {
        try {
            result.complete(played(name));
        } catch (Exception | Error e) {
            result.completeExceptionally(e);
        }
    }

    private static Played played(String name) throws Exception {
        Scenario scenario = ScenarioFile.read(Recordings.scenario(name));
        JsonNode golden = Recordings.golden(name);
        for (int i = 1;; i++) {
            try (Standstill standstill = Standstill.watch();
                    LiveLab lab = LiveLab.open(scenario.withWaits(WAITS), new LabOptions(true, false))) {
                lab.started().toCompletableFuture().get(5, TimeUnit.MINUTES);
                lab.player().play().toCompletableFuture().get(10, TimeUnit.MINUTES);
                JsonNode report = lab.livePlayer().report(0, 0).json();
                Played played = played(lab, Comparison.of(golden, report, Coverage.of(scenario).leftOut()));
                boolean another = i < MOST_CHOICES && played.onlyDiffers() && Choice.isAnother(golden, report);
                boolean stoodStill = i < MOST_STANDSTILLS && standstill.seconds() > 0;
                if (played.isFine() || !another && !stoodStill) {
                    return played;
                }
            }
        }
    }

    private static Played played(LiveLab lab, List<Difference> differences) {
        List<CheckedForecast> forecasts = lab.livePlayer().forecasts();
        List<String> unforeseen = new ArrayList<>();
        long deaths = lab.livePlayer().played().stream()
                .filter(each -> DEATHS.contains(each.step().kind())
                        && each.result().json().path("outcome").asText().equals("ok"))
                .count();
        if (deaths != forecasts.stream().filter(CheckedForecast::checked).count()) {
            unforeseen.add(deaths + " deaths, and " + forecasts);
        }
        forecasts.forEach(each -> each.differences().forEach(difference -> unforeseen
                .add(each.forecast().death().word() + " " + each.forecast().nodes() + ": " + difference)));
        return new Played(differences, unforeseen,
                forecasts.stream().mapToLong(each -> each.forecast().queues().size()).sum(),
                forecasts.stream().mapToLong(CheckedForecast::open).sum(),
                ClosedBooks.faults(lab.recording().since(0)));
    }
}
