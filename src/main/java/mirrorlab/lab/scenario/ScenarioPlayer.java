package mirrorlab.lab.scenario;

import java.nio.file.Path;
import java.util.List;
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

    /// Loads the same scenario again.
    CompletionStage<Status> reload();

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
