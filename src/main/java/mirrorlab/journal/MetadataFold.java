package mirrorlab.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.ToLongFunction;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// What each node said of exchanges, bindings and accounts, every node for itself: so that it can be seen whether they agree,
/// and who lags behind cannot undo what others told. Copies share what is not changed any more.
final class MetadataFold {
    private final Map<NodeName, NodeMetadata> nodes = new TreeMap<>();
    /// Nodes whose metadata no copy has.
    private final Set<NodeName> own = new TreeSet<>();
    private @Nullable MetadataPicture drawn;

    /// Only nodes know something.
    void apply(Entry entry) {
        if (!NodeName.isFullName(entry.origin())) {
            return;
        }
        NodeName node = new NodeName(entry.origin());
        NodeMetadata known = nodes.get(node);
        if (known != null && known.incarnation > entry.incarnation()) {
            return;
        }
        if (known == null || known.incarnation < entry.incarnation()) {
            known = new NodeMetadata(entry.incarnation());
            own.add(node);
        } else if (own.add(node)) {
            known = known.copy();
        }
        known.apply(entry.happening());
        known.clock = entry.clock();
        nodes.put(node, known);
        drawn = null;
    }

    /// Who lives may be another one now.
    void forgetView() {
        drawn = null;
    }

    /// @param isAlive whether this life of a node goes on
    /// @param started when a node started
    MetadataPicture picture(BiPredicate<NodeName, Long> isAlive, ToLongFunction<NodeName> started) {
        MetadataPicture known = drawn;
        if (known == null) {
            known = draw(isAlive, started);
            drawn = known;
        }
        return known;
    }

    private MetadataPicture draw(BiPredicate<NodeName, Long> isAlive, ToLongFunction<NodeName> started) {
        List<NodeName> alive = nodes.keySet().stream()
                .filter(each -> isAlive.test(each, of(each).incarnation)).toList();
        NodeName teller = alive.stream().min(Comparator.comparingLong(started))
                .or(() -> nodes.keySet().stream().max(Comparator.comparingLong(each -> of(each).clock))).orElse(null);
        if (teller == null) {
            return MetadataPicture.NOTHING;
        }
        NodeMetadata told = of(teller);
        List<NodeName> same = new ArrayList<>();
        List<NodeName> different = new ArrayList<>();
        alive.forEach(each -> (told.knowsTheSame(nodes.get(each)) ? same : different).add(each));
        return new MetadataPicture(teller, List.copyOf(told.exchanges.values()),
                told.bindings.stream().sorted(MetadataPicture.ORDER).toList(), List.copyOf(told.vhosts),
                List.copyOf(told.users.values()), List.copyOf(told.permissions.values()), List.copyOf(same),
                List.copyOf(different));
    }

    private NodeMetadata of(NodeName node) {
        NodeMetadata known = nodes.get(node);
        if (known == null) {
            throw new IllegalStateException("nothing is known of " + node);
        }
        return known;
    }

    MetadataFold copy() {
        MetadataFold copy = new MetadataFold();
        copy.nodes.putAll(nodes);
        copy.drawn = drawn;
        own.clear();
        return copy;
    }
}
