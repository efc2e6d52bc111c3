package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.report.Difference;
import mirrorlab.lab.report.Expectation;
import mirrorlab.lab.scenario.Step;

/// What a step expected and did not come.
public final class Unmet {

    private Unmet() {}

    /// @return one line each; empty when nothing was expected
    public static List<String> of(Step step, ObjectNode result) {
        List<String> unmet = new ArrayList<>();
        differences(step, result).forEach(each -> unmet.add(each.toString()));
        if (unmet.isEmpty() && step.kind().equals("expect") && result.path("outcome").asText().equals("error")) {
            unmet.add(result.path("error").path("text").asText(result.path("error").path("kind").asText()));
        }
        return unmet;
    }

    /// The same field by field: of an `expect` inside the step, and of the step `expect`.
    static List<Difference> differences(Step step, ObjectNode result) {
        List<Difference> differences = new ArrayList<>();
        if (step.json().has("expect")) {
            differences.addAll(Expectation.unmet(step.json().get("expect"), result));
        }
        result.path("differences").forEach(each -> differences
                .add(new Difference(each.path("field").asText(), each.path("expected"), each.path("found"))));
        return differences;
    }

    /// As expected, or, when nothing was expected, without error.
    static boolean isAsWanted(Step step, ObjectNode result) {
        return step.json().has("expect") ? of(step, result).isEmpty() : result.path("outcome").asText().equals("ok");
    }
}
