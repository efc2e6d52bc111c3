package mirrorlab.lab.conform;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mirrorlab.lab.ledger.Rules;

/// The rules that a difference concerns, as far as its place says so.
public final class Concern {
    private static final int MOST = 4;
    /// Fields that one rule speaks of.
    private static final Map<String, String> RULE = Map.ofEntries(Map.entry("recoverable_slaves", "F-17"),
            Map.entry("redelivered", "F-12"), Map.entry("synchronised_slave_nodes", "S-07"),
            Map.entry("rabbitmqctl_list_queues", "F-26"), Map.entry("cancelled_by_server", "F-19"),
            Map.entry("exit_code", "C-05"), Map.entry("tx", "P-27"), Map.entry("confirmed_but_missing", "F-13"));
    /// Fields whose rules are those of the scenario in a section of the rules.
    private static final Map<String, List<String>> SECTIONS = Map.ofEntries(Map.entry("published", List.of("P")),
            Map.entry("confirmed", List.of("P")), Map.entry("nacked", List.of("P")),
            Map.entry("unconfirmed", List.of("P")), Map.entry("returned", List.of("P")),
            Map.entry("state", List.of("S", "F")), Map.entry("node", List.of("F", "PO")),
            Map.entry("slave_nodes", List.of("F", "PO")), Map.entry("policy", List.of("PO")),
            Map.entry("operator_policy", List.of("PO")), Map.entry("effective_policy_definition", List.of("PO")),
            Map.entry("boot", List.of("N")), Map.entry("boot_error", List.of("N")), Map.entry("reason", List.of("N")),
            Map.entry("running_nodes", List.of("N")), Map.entry("partitions", List.of("X")),
            Map.entry("nodes", List.of("N")));
    private static final List<String> ALL = List.of("F", "S", "P", "PO", "N", "X", "M", "C");

    private Concern() {}

    /// @param scenario
    ///            its name
    /// @return numbers of rules, the likeliest first; empty when nothing can be said
    public static List<String> of(String scenario, Difference difference) {
        List<String> parts = List.of(difference.path().split("/"));
        List<String> rules = new ArrayList<>();
        parts.reversed().stream().filter(RULE::containsKey).findFirst().ifPresent(each -> rules.add(RULE.get(each)));
        List<String> sections = parts.reversed().stream().filter(SECTIONS::containsKey).findFirst()
                .map(SECTIONS::get).orElse(rules.isEmpty() ? ALL : List.of());
        sections.forEach(each -> addRules(each, scenario, rules));
        return rules.stream().distinct().limit(MOST).toList();
    }

    /// The rules of a section that this scenario holds.
    private static void addRules(String section, String scenario, List<String> rules) {
        for (int i = 1; i < 100; i++) {
            String number = String.format(Locale.ROOT, "%s-%02d", section, i);
            Rules.find(number).filter(each -> each.scenarios().contains(scenario)).ifPresent(each -> rules.add(number));
        }
    }
}
