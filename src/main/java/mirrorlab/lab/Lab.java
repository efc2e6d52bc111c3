package mirrorlab.lab;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;

/// A lab: a live cluster ({@code LiveLab}) or a recording opened again ({@code ReplayedLab}). All methods may be called
/// from any thread and none of them waits.
public interface Lab extends AutoCloseable {

    /// The cluster's nodes in the order of the cluster file.
    List<NodeName> nodes();

    /// Everything that happened so far, growing.
    Recording recording();

    /// A recording opened again: nothing can be done in it.
    default boolean isRecorded() {
        return false;
    }

    /// Does what one step of a scenario says (every command of the window is one). Steps may overlap; the result comes
    /// when the step has ended, never exceptionally: a fault is a result.
    CompletionStage<StepResult> perform(Step step);

    /// The lab's own publishers and consumers as they are now: publishers first, in order of name; those that were stopped
    /// last, as they were then, until they are forgotten.
    default List<LabClient> clients() {
        return List.of();
    }

    /// What would become of the queues if this node ended now. Empty when nobody can say, and always in a recording.
    default CompletionStage<Optional<Forecast>> forecast(NodeName node, Death death) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /// What a policy would change; the step `set_policy` is not done.
    default CompletionStage<Previewed> preview(Step policy) {
        return CompletableFuture.completedFuture(Previewed.NOBODY);
    }

    /// Leaves out one that was stopped.
    default void forget(LabClient client) {}

    /// The scenario that is loaded; an empty one at first.
    ScenarioPlayer player();

    /// Ends the cluster and, unless it is to be kept, removes the run folder.
    @Override
    void close();
}
