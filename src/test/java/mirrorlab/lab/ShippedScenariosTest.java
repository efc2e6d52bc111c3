package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.conform.Comparison;
import mirrorlab.lab.ledger.ClosedBooks;
import mirrorlab.lab.report.PlayedStep;
import mirrorlab.lab.report.Report;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ShippedScenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The scenarios that ship, on real nodes of both kinds.
class ShippedScenariosTest {

    private static Report play(Scenario scenario, boolean embedded) throws Exception {
        try (LiveLab lab = LiveLab.open(scenario, new LabOptions(embedded, false))) {
            lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
            lab.player().play().toCompletableFuture().get(240, TimeUnit.SECONDS);
            assertThat(ClosedBooks.faults(lab.recording().since(0))).as("what does not add up").isEmpty();
            assertThat(lab.livePlayer().forecasts()).allSatisfy(each -> {
                assertThat(each.checked()).as("somebody waited for what came").isTrue();
                assertThat(each.differences()).as("what came otherwise than forecast").isEmpty();
                assertThat(each.open()).as("queues of which something was not sure").isZero();
            });
            return lab.livePlayer().report(0, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"welcome", "no-loss-with-synchronised-mirrors", "clean-stop-takes-the-queue-down",
            "natural-synchronisation", "explicit-synchronisation", "plain-cluster", "decided-while-it-holds"})
    void every_expectation_holds_and_processes_and_embedded_nodes_report_the_same(String name) throws Exception {
        Scenario scenario = ShippedScenario.of(name);
        Report embedded = play(scenario, true);
        assertThat(unmet(embedded)).isEmpty();
        assertThat(embedded.steps()).hasSameSizeAs(scenario.steps());
        Report processes = play(scenario, false);
        assertThat(unmet(processes)).isEmpty();
        assertThat(Comparison.of(embedded.json(), processes.json())).isEmpty();
    }

    private static List<String> unmet(Report report) {
        return report.steps().stream().map(PlayedStep::unmet).flatMap(List::stream).toList();
    }
}
