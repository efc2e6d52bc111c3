package mirrorlab.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;

/// The welcome scenario's status after some steps.
public final class Welcome {
    private Welcome() {}

    public static ScenarioPlayer.Status after(int played) {
        List<Step> steps = List.of(Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1"),
                Step.of("publish").with("queue", "orders").with("count", 40),
                Step.of("set_policy").with("name", "ha-nodes").with("pattern", "^orders").with("definition",
                        Map.of("ha-mode", "nodes", "ha-params",
                                List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"))),
                Step.of("publish").with("queue", "orders").with("count", 25), Step.of("kill").with("node", "rabbit1"),
                Step.of("expect").with("queue", "orders").with("master", "rabbit2").with("ready", 25).with("lost",
                        List.of("m1..m40")),
                Step.of("start").with("node", "rabbit1"),
                Step.of("expect").with("queue", "orders").with("mirrors", List.of("rabbit3", "rabbit1")));
        List<StepResult> results = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            results.add(i < played
                    ? new StepResult(true, steps.get(i).json(), i == 4 ? "rabbit1 was killed." : "done")
                    : null);
        }
        return new ScenarioPlayer.Status("welcome", "Loss with an unsynchronised mirror", "未同步的镜像造成丢失", steps,
                steps.stream().map(Step::kind).toList(), played, false, results);
    }
}
