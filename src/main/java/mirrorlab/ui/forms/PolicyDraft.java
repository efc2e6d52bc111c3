package mirrorlab.ui.forms;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.lab.scenario.Step;

/// What stands in the policy form. Only what differs from "not set" goes into the definition, so that a cause card can say
/// truly whether a key was set or its default spoke. Toolkit-free.
///
/// @param params a number for `exactly`, node names for `nodes`, ignored for `all`
/// @param others empty for "not set", else the key's value
record PolicyDraft(String name, String pattern, String applyTo, String priority, String mode, String params,
        Map<String, String> others) {

    Step step() {
        Map<String, Object> definition = new LinkedHashMap<>();
        if (!mode.isEmpty()) {
            definition.put("ha-mode", mode);
        }
        if (mode.equals("nodes")) {
            definition.put("ha-params", nodes());
        } else if (mode.equals("exactly")) {
            definition.put("ha-params", number(params.strip()));
        }
        others.forEach((key, value) -> {
            if (!value.isBlank()) {
                definition.put(key, number(value.strip()));
            }
        });
        return Step.of("set_policy").with("name", name.strip()).with("pattern", pattern).with("apply-to", applyTo)
                .with("priority", number(priority.strip())).with("definition", definition);
    }

    /// `ha-params` needs full names.
    private List<String> nodes() {
        return Arrays.stream(params.split("[,\\s]+")).filter(each -> !each.isBlank())
                .map(each -> each.indexOf('@') < 0 ? each + "@localhost" : each).toList();
    }

    /// What is no number stays text: the cluster refuses it in its own words.
    private static Object number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }
}
