package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepKind;
import mirrorlab.lab.scenario.StepKinds;

/// How much of a scenario this version plays, decided by what its steps and nodes say.
///
/// @param leftOut
///            numbers of the steps, counted from 1, that only look and are not played; the others are compared
/// @param notYet
///            why the scenario is not run at all; empty when it is
public record Coverage(Set<Integer> leftOut, String notYet) {

    public boolean isRun() {
        return notYet.isEmpty();
    }

    public static Coverage of(Scenario scenario) {
        if (scenario.cluster().nodes().stream().anyMatch(each -> each.type().equals("ram"))) {
            return notYet("ram nodes");
        }
        Set<Integer> leftOut = new TreeSet<>();
        int down = 0;
        for (int i = 0; i < scenario.steps().size(); i++) {
            Step step = scenario.steps().get(i);
            if (!isPlayed(step)) {
                if (!isLook(step)) {
                    return notYet("step " + (i + 1) + ", " + words(step));
                }
                leftOut.add(i + 1);
            }
            down += change(step);
            if (down >= scenario.cluster().nodes().size()) {
                return notYet("step " + (i + 1) + " leaves no node running: the order of restarts");
            }
        }
        return new Coverage(leftOut, "");
    }

    private static Coverage notYet(String why) {
        return new Coverage(Set.of(), why);
    }

    private static boolean isPlayed(Step step) {
        StepKind kind = StepKinds.of(step.kind());
        return kind != null && kind.played();
    }

    /// A command that changes nothing: the rest of the scenario is the same without it.
    private static boolean isLook(Step step) {
        if (!step.kind().equals("rabbitmqctl")
                || !step.json().path("tool").asText("rabbitmqctl").equals("rabbitmqctl")) {
            return false;
        }
        for (JsonNode each : step.json().path("args")) {
            if (!each.asText().startsWith("-")) {
                return each.asText().startsWith("list_");
            }
        }
        return false;
    }

    private static String words(Step step) {
        return step.kind().equals("rabbitmqctl")
                ? step.json().path("tool").asText("rabbitmqctl") + " " + step.json().path("args").path(0).asText()
                : step.kind();
    }

    /// How many nodes less serve after the step.
    private static int change(Step step) {
        int nodes = step.json().has("nodes") ? step.json().path("nodes").size() : 1;
        return switch (step.kind()) {
            case "kill", "stop", "stop_app" -> nodes;
            case "start", "start_async", "start_app" -> -nodes;
            default -> 0;
        };
    }
}
