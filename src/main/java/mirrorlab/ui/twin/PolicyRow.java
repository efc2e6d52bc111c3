package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;

/// One line of the list of policies.
///
/// @param operator
///            it stands in the list of operator policies
public record PolicyRow(String vhost, String name, String pattern, String applyTo, Map<String, String> definition,
        int priority, boolean operator) {

    public static List<PolicyRow> of(Screen screen) {
        return screen.moment().picture().policies().stream()
                .map(each -> new PolicyRow(each.vhost(), each.name(), each.pattern(), each.applyTo(),
                        Definition.values(each.definition()), each.priority(), false))
                .toList();
    }

    public static List<PolicyRow> ofOperator(Screen screen) {
        return screen.moment().picture().operatorPolicies().stream()
                .map((Happening.OperatorPolicySet each) -> new PolicyRow(each.vhost(), each.name(), each.pattern(),
                        each.applyTo(), Definition.values(each.definition()), each.priority(), true))
                .toList();
    }
}
