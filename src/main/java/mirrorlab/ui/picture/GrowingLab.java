package mirrorlab.ui.picture;

import java.util.List;
import java.util.concurrent.CompletionStage;
import mirrorlab.journal.Entry;
import mirrorlab.lab.Lab;
import mirrorlab.lab.Recording;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;

/// Another lab's recording, told again at its own pace from some entry on.
final class GrowingLab implements Lab {
    private final Lab lab;
    private final Recording told = new Recording();
    private final List<Entry> untold;
    private int next;

    GrowingLab(Lab lab, int from) {
        this.lab = lab;
        List<Entry> all = lab.recording().since(0);
        all.subList(0, Math.min(from, all.size())).forEach(told::add);
        untold = all.subList(Math.min(from, all.size()), all.size());
    }

    /// Tells what happened up to so many milliseconds after the first untold entry.
    void upTo(long millis) {
        while (next < untold.size() && untold.get(next).millis() - untold.getFirst().millis() <= millis) {
            told.add(untold.get(next++));
        }
    }

    @Override
    public List<NodeName> nodes() {
        return lab.nodes();
    }

    @Override
    public Recording recording() {
        return told;
    }

    @Override
    public CompletionStage<StepResult> perform(Step step) {
        return lab.perform(step);
    }

    @Override
    public ScenarioPlayer player() {
        return lab.player();
    }

    @Override
    public void close() {}
}
