package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.report.Expectation;
import mirrorlab.lab.scenario.Step;

/// What a step expected and did not come.
public final class Unmet {

    private Unmet() {}

    /// @return one line each; empty when nothing was expected
    public static List<String> of(Step step, ObjectNode result) {
        List<String> unmet = new ArrayList<>();
        if (step.json().has("expect")) {
            unmet.addAll(Expectation.unmet(step.json().get("expect"), result));
        }
        if (step.kind().equals("expect") && result.path("outcome").asText().equals("error")) {
            if (result.path("unmet").isEmpty()) {
                unmet.add(result.path("error").path("text").asText(result.path("error").path("kind").asText()));
            }
            result.path("unmet").forEach(each -> unmet.add(each.asText()));
        }
        return unmet;
    }

    /// As expected, or, when nothing was expected, without error.
    static boolean isAsWanted(Step step, ObjectNode result) {
        return step.json().has("expect") ? of(step, result).isEmpty() : result.path("outcome").asText().equals("ok");
    }
}
