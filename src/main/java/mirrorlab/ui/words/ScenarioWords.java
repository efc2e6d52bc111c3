package mirrorlab.ui.words;

import mirrorlab.lab.Texts;
import mirrorlab.lab.scenario.ScenarioPlayer;

/// What is said of the scenario as a whole.
public record ScenarioWords(Texts texts) {

    /// Its title; its file's name for one without; what says that there is none.
    public String title(ScenarioPlayer.Status status) {
        String title = texts.choose(status.title(), status.titleZh());
        return !title.isEmpty() ? title : !status.name().isEmpty() ? status.name() : texts.say("scenario.none");
    }

    /// After its text was changed: where it goes on.
    public String edited(ScenarioPlayer.Status status) {
        int steps = status.steps().size();
        return status.next() < steps
                ? texts.say("scenario.edited", status.next() + 1, steps)
                : texts.say("scenario.edited.end", steps);
    }
}
