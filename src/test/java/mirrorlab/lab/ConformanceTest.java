package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
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
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What the real broker did, done again by embedded clusters, several at a time.
class ConformanceTest {
    private static final int CLUSTERS = 4;
    private static final double WAITS = 0.3;
    /// Mirrors under `exactly` stand where chance puts them: so often the scenario gets another chance.
    private static final int MOST_CHOICES = 8;
    private static final int MANY_MESSAGES = 10_000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

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
        Map<String, CompletableFuture<List<Difference>>> results = new LinkedHashMap<>();
        for (String each : Recordings.names()) {
            Scenario scenario = ScenarioFile.read(Recordings.scenario(each));
            if (Coverage.of(scenario).isRun() && !differing.containsKey(each)) {
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
        return results.entrySet().stream().map(each -> DynamicTest.dynamicTest(each.getKey(),
                () -> assertThat(each.getValue().get(15, TimeUnit.MINUTES)).isEmpty())).onClose(threads::shutdownNow);
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

    private static void play(String name, CompletableFuture<List<Difference>> result) {
        try {
            result.complete(differences(name));
        } catch (Exception | Error e) {
            result.completeExceptionally(e);
        }
    }

    private static List<Difference> differences(String name) throws Exception {
        Scenario scenario = ScenarioFile.read(Recordings.scenario(name));
        JsonNode golden = Recordings.golden(name);
        for (int i = 1;; i++) {
            JsonNode report = report(scenario);
            List<Difference> differences = Comparison.of(golden, report, Coverage.of(scenario).leftOut());
            if (differences.isEmpty() || i == MOST_CHOICES || !Choice.isAnother(golden, report)) {
                return differences;
            }
        }
    }

    private static JsonNode report(Scenario scenario) throws Exception {
        try (LiveLab lab = LiveLab.open(scenario.withWaits(WAITS), new LabOptions(true, false))) {
            lab.started().toCompletableFuture().get(5, TimeUnit.MINUTES);
            lab.player().play().toCompletableFuture().get(10, TimeUnit.MINUTES);
            return lab.livePlayer().report(0, 0).json();
        }
    }
}
