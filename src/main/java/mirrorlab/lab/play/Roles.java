package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mirrorlab.lab.host.Cluster;
import mirrorlab.vocabulary.NodeName;

/// Turns what a step says of a node into the node: a name, or a role at this moment.
final class Roles {
    private static final Pattern ROLE = Pattern.compile("(master|mirror|spare)\\(([^,()]+)(?:, *([1-9]))?\\)");
    private final Cluster cluster;
    private final Views views;

    Roles(Cluster cluster, Views views) {
        this.cluster = cluster;
        this.views = views;
    }

    /// @param result
    ///            gets `resolved` when `said` is a role
    NodeName node(String said, ObjectNode result) throws StepFault {
        Matcher role = ROLE.matcher(said);
        if (!role.matches()) {
            return known(said);
        }
        String place = role.group(3);
        NodeName node = holder(role.group(1), role.group(2), place == null ? 1 : Integer.parseInt(place));
        result.withObjectProperty("resolved").put(said, node.value());
        return node;
    }

    private NodeName known(String said) throws StepFault {
        NodeName node;
        try {
            node = NodeName.of(said);
        } catch (IllegalArgumentException e) {
            throw StepFault.unknown("other", String.valueOf(e.getMessage()));
        }
        if (!cluster.nodes().contains(node)) {
            throw StepFault.unknown("node.unknown", said,
                    String.join(", ", cluster.nodes().stream().map(NodeName::shortName).toList()));
        }
        return node;
    }

    /// The node that a step without `node` goes to.
    NodeName firstRunning() throws StepFault {
        return cluster.running().stream().findFirst().orElseThrow(StepFault::noRunningNode);
    }

    private NodeName holder(String role, String queue, int place) throws StepFault {
        JsonNode view = views.queue("/", queue);
        List<NodeName> mirrors = new ArrayList<>();
        view.path("slave_nodes").forEach(each -> mirrors.add(NodeName.of(each.asText())));
        NodeName master = NodeName.of(view.path("node").asText());
        switch (role) {
            case "master" -> {
                return master;
            }
            case "mirror" -> {
                if (mirrors.size() < place) {
                    throw StepFault
                            .unknown("mirror.none", queue, Integer.toString(mirrors.size()), Integer.toString(place));
                }
                return mirrors.get(place - 1);
            }
            default -> {
                return cluster.running().stream().filter(each -> !each.equals(master) && !mirrors.contains(each))
                        .findFirst()
                        .orElseThrow(() -> StepFault.unknown("replica.everywhere", queue));
            }
        }
    }
}
