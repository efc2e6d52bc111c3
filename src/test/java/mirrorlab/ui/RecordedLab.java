package mirrorlab.ui;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import mirrorlab.journal.Entry;
import mirrorlab.lab.Lab;
import mirrorlab.lab.Recording;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;

/// A lab without a cluster: a recording, and a note of every command that the window sent.
public class RecordedLab implements Lab {
    public Recording recording = new Recording();
    public final List<Step> commands = new ArrayList<>();
    public StepResult answer = new StepResult(true, Step.of("ok").json(), "done");
    public ScenarioPlayer.Status status = new ScenarioPlayer.Status("", "", "", List.of(), List.of(), 0, false,
            List.of());

    public RecordedLab(List<Entry> entries) {
        entries.forEach(recording::add);
    }

    @Override
    public List<NodeName> nodes() {
        return List.of(Story.R1, Story.R2, Story.R3);
    }

    @Override
    public Recording recording() {
        return recording;
    }

    @Override
    public CompletionStage<StepResult> perform(Step step) {
        commands.add(step);
        return CompletableFuture.completedFuture(answer);
    }

    @Override
    public ScenarioPlayer player() {
        return new Player();
    }

    @Override
    public void close() {}

    private final class Player implements ScenarioPlayer {
        @Override
        public Status status() {
            return status;
        }

        @Override
        public CompletionStage<Status> step() {
            commands.add(Step.of("player-step"));
            return CompletableFuture.completedFuture(status);
        }

        @Override
        public CompletionStage<Status> play() {
            commands.add(Step.of("player-play"));
            return CompletableFuture.completedFuture(status);
        }

        @Override
        public void pause() {
            commands.add(Step.of("player-pause"));
        }

        @Override
        public CompletionStage<Status> load(Path file) {
            return CompletableFuture.completedFuture(status);
        }

        @Override
        public CompletionStage<Status> reload() {
            return CompletableFuture.completedFuture(status);
        }

        @Override
        public void onChange(Runnable listener) {}
    }
}
