package mirrorlab.lab;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;

/// A live lab of three nodes for tests of single steps.
final class TestCluster implements AutoCloseable {
    final LiveLab lab;

    private TestCluster(LiveLab lab) {
        this.lab = lab;
    }

    static TestCluster start(boolean embedded) throws Exception {
        return start(embedded, ClusterFile.threeNodes());
    }

    /// Of nodes that may be frozen for long before the others take them for dead.
    static TestCluster patient() throws Exception {
        return start(true, new ClusterFile(ClusterFile.threeNodes().nodes(), Map.of("net_ticktime", 600L)));
    }

    private static TestCluster start(boolean embedded, ClusterFile file) throws Exception {
        Scenario nothing = new Scenario("test", "", "", file, List.of());
        LiveLab lab = LiveLab.open(nothing, new LabOptions(embedded, false));
        lab.started().toCompletableFuture().get(150, TimeUnit.SECONDS);
        return new TestCluster(lab);
    }

    StepResult perform(Step step) throws Exception {
        return lab.perform(step).toCompletableFuture().get(120, TimeUnit.SECONDS);
    }

    /// Waits for a happening that is told, or will be.
    <T extends Happening> T await(Class<T> kind, Predicate<T> condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        for (int next = 0; System.nanoTime() < deadline && lab.recording().awaitMoreThan(next, 120_000); next++) {
            Entry entry = lab.recording().get(next);
            if (kind.isInstance(entry.happening()) && condition.test(kind.cast(entry.happening()))) {
                return kind.cast(entry.happening());
            }
        }
        throw new AssertionError("no " + kind.getSimpleName() + " came");
    }

    @Override
    public void close() {
        lab.close();
    }
}
