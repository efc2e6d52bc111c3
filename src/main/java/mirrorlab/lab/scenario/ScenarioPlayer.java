package mirrorlab.lab.scenario;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// The loaded scenario and how far it was played. Thread-safe; `status` is a snapshot to draw, listeners are told on
/// any thread that it changed.
public interface ScenarioPlayer {

    Status status();

    /// Plays the next step; does nothing when one is being played or none is left.
    CompletionStage<Status> step();

    /// Plays to the end, or until `pause`.
    CompletionStage<Status> play();

    void pause();

    /// Reads a file of scenario form, starts a fresh cluster when the present one was used, and stands at step 0.
    ///
    /// @return exceptionally `BadFile` when the file is wrong; then nothing has changed
    CompletionStage<Status> load(Path file);

    /// Loads the same scenario again, with what was added to it and changed in it.
    CompletionStage<Status> reload();

    /// Notes what was done by hand as a step of the scenario, behind the steps that were played: played again, the scenario does
    /// it, too. A scenario that is full takes no more.
    default void append(Step step, StepResult result) {}

    /// The scenario as the text of a scenario file; empty when it cannot be changed.
    default String text() {
        return "";
    }

    /// Takes an edited text. Where only steps were changed that were not played yet, the cluster goes on and so does the
    /// scenario; else it begins again with a fresh cluster.
    ///
    /// @return exceptionally `BadFile` when the text is wrong; then nothing has changed
    default CompletionStage<Status> replace(String text) {
        return CompletableFuture.completedFuture(status());
    }

    void onChange(Runnable listener);

    /// @param titleZh
    ///            the title in 简体中文, empty when the file has none
    /// @param next
    ///            number of the next step, counted from 0; steps.size() at the end
    /// @param results
    ///            of the steps played, null entries for those not yet played
    /// @param lines
    ///            each step as one readable line (English)
    record Status(String name, String title, String titleZh, List<Step> steps, List<String> lines, int next,
            boolean playing,
            List<@Nullable StepResult> results) {}
}
