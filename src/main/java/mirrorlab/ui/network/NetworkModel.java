package mirrorlab.ui.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import mirrorlab.journal.LinkPicture;
import mirrorlab.journal.NodePicture;
import mirrorlab.ui.stage.NodeColumn;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.NodeName;

/// What the network map draws.
///
/// @param nodes
///            in the order of the cluster file
/// @param links
///            one for every two nodes, by the places of their nodes
public record NetworkModel(List<MapNode> nodes, List<MapLink> links) {
    static final NetworkModel EMPTY = new NetworkModel(List.of(), List.of());

    public static NetworkModel of(Moment moment, Rates rates) {
        List<NodeName> names = moment.columns();
        Map<Way, LinkPicture> ways = new TreeMap<>();
        moment.picture().links().forEach(each -> ways.put(new Way(each.from(), each.to()), each));
        LoadModel load = LoadModel.of(moment, rates);
        List<MapNode> nodes = load.nodes().stream().map(each -> node(each, ways, names)).toList();
        List<MapLink> links = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            for (int k = i + 1; k < names.size(); k++) {
                links.add(link(new Way(names.get(i), names.get(k)), ways, rates, moment));
            }
        }
        return new NetworkModel(nodes, List.copyOf(links));
    }

    private static MapNode node(LoadModel.NodeLoad load, Map<Way, LinkPicture> ways, List<NodeName> names) {
        List<NodeName> missedBy = names.stream().filter(each -> way(new Way(load.name(), each), ways).isSuspected())
                .toList();
        boolean disturbed = names.stream().anyMatch(each -> way(new Way(load.name(), each), ways).isDisturbed()
                || way(new Way(each, load.name()), ways).isDisturbed());
        return new MapNode(load.name(), load.state(), missedBy, load.masters(), load.mirrors(), disturbed);
    }

    private static MapLink link(Way there, Map<Way, LinkPicture> ways, Rates rates, Moment moment) {
        return new MapLink(strand(there, ways, rates), strand(there.back(), ways, rates),
                isAlive(there.from(), moment) && isAlive(there.to(), moment));
    }

    private static MapLink.Strand strand(Way way, Map<Way, LinkPicture> ways, Rates rates) {
        return new MapLink.Strand(way(way, ways), rates.way(way.from(), way.to()));
    }

    private static LinkPicture way(Way way, Map<Way, LinkPicture> ways) {
        return Objects.requireNonNullElseGet(ways.get(way),
                () -> new LinkPicture(way.from(), way.to(), false, false, 0, 0));
    }

    private static boolean isAlive(NodeName node, Moment moment) {
        return moment.picture().node(node).filter(each -> each.state() == NodePicture.State.RUNNING
                || each.state() == NodePicture.State.PAUSED).isPresent();
    }

    static NodeColumn.State state(NodeName node, Moment moment) {
        return moment.picture().node(node).map(NodeColumn.State::of)
                .orElse(NodeColumn.State.ABSENT);
    }
}
