package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import mirrorlab.vocabulary.NodeName;

/// The mirroring part of a policy, by chance.
final class DrawnPolicy {
    private DrawnPolicy() {}

    /// @return a definition to which others may be added
    static Map<String, Object> definition(RandomGenerator chance, List<NodeName> members) {
        Map<String, Object> definition = new LinkedHashMap<>();
        switch (chance.nextInt(4)) {
            case 0, 1 -> definition.put("ha-mode", "all");
            case 2 -> {
                definition.put("ha-mode", "exactly");
                definition.put("ha-params", 1L + chance.nextInt(members.size()));
            }
            default -> {
                definition.put("ha-mode", "nodes");
                List<String> listed = new ArrayList<>();
                members.stream().filter(each -> chance.nextInt(2) == 0)
                        .forEach(each -> listed.add(each.value()));
                definition.put("ha-params", listed.isEmpty() ? List.of(members.getFirst().value()) : listed);
            }
        }
        if (chance.nextInt(3) == 0) {
            definition.put("ha-sync-mode", "automatic");
        }
        if (chance.nextInt(2) == 0) {
            definition.put("ha-sync-batch-size", 2L + chance.nextInt(4));
        }
        if (chance.nextInt(3) == 0) {
            definition.put("ha-promote-on-failure", "when-synced");
        }
        if (chance.nextInt(3) == 0) {
            definition.put("ha-promote-on-shutdown", "always");
        }
        return definition;
    }
}
