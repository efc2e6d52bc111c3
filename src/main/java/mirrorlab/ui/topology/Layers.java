package mirrorlab.ui.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which exchange stands in which column: sources left of what they lead to; where exchanges lead to each other in a circle, the
/// line that would close it leads back. Queues have the last column.
final class Layers {
    /// More columns than this are not made; lines then lead back.
    private static final int MOST = 5;
    private final Map<Spot, List<Spot>> targets = new TreeMap<>();
    private final Map<Spot, Integer> layer = new LinkedHashMap<>();
    private final TreeSet<Spot> under = new TreeSet<>();

    private Layers(TopologyModel model) {
        for (Edge each : model.edges()) {
            if (!each.to().isQueue() && !each.from().isQueue()) {
                targets.computeIfAbsent(each.from(), unused -> new ArrayList<>()).add(each.to());
            }
        }
    }

    /// 0 for the leftmost.
    static Map<Spot, Integer> of(TopologyModel model) {
        Layers layers = new Layers(model);
        TreeSet<Spot> led = new TreeSet<>();
        layers.targets.values().forEach(led::addAll);
        List<Spot> all = model.exchanges().stream().map(ExchangeBox::spot).toList();
        all.stream().filter(each -> !led.contains(each)).forEach(each -> layers.push(each, 0));
        all.stream().filter(each -> !layers.layer.containsKey(each)).forEach(each -> layers.push(each, 0));
        int last = layers.layer.values().stream().mapToInt(Integer::intValue).max().orElse(0) + 1;
        Map<Spot, Integer> columns = new TreeMap<>(layers.layer);
        model.queues().forEach(each -> columns.put(each.spot(), last));
        return columns;
    }

    private void push(Spot spot, int least) {
        if (layer.getOrDefault(spot, -1) >= least || least >= MOST || !under.add(spot)) {
            return;
        }
        layer.put(spot, least);
        targets.getOrDefault(spot, List.of()).forEach(each -> push(each, least + 1));
        under.remove(spot);
    }
}
