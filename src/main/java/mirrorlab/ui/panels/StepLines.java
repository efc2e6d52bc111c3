package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.Texts;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.ui.words.StepWords;
import org.jspecify.annotations.Nullable;

/// The scenario's state as lines, in the window's language.
record StepLines(Texts texts) {

    List<StepLine> of(ScenarioPlayer.Status status) {
        List<StepLine> lines = new ArrayList<>();
        StepWords words = new StepWords(texts);
        for (int i = 0; i < status.steps().size(); i++) {
            @Nullable
            StepResult result = i < status.results().size() ? status.results().get(i) : null;
            boolean next = i == status.next();
            StepLine.Mark mark = result != null
                    ? result.ok() ? StepLine.Mark.HELD : StepLine.Mark.FAILED
                    : next && status.playing() ? StepLine.Mark.RUNNING : StepLine.Mark.NONE;
            String english = i < status.lines().size() ? status.lines().get(i) : "";
            String shown = result != null && !result.ok() ? words.say(status.steps().get(i), result) : "";
            String comment = next || i == status.next() - 1
                    ? words.comment(status.steps().get(i))
                    : "";
            lines.add(new StepLine(i + 1, words.say(status.steps().get(i), english), mark, shown, comment, next));
        }
        return lines;
    }
}
