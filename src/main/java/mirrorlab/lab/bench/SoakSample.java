package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a soak saw at one moment.
///
/// @param seconds
///            since the load began
/// @param published
///            confirmed messages a second since the sample before
/// @param consumed
///            acknowledged messages a second since the sample before
/// @param ready
///            messages in the queue that wait for the consumer
/// @param messages
///            those and the unacknowledged ones
/// @param nodes
///            in the order of the cluster
/// @param lab
///            heap of the lab's own process after a collection, in MiB: the recording grows there
record SoakSample(double seconds, double published, double consumed, long ready, long messages, List<Node> nodes,
        double lab) {
    SoakSample {
        nodes = List.copyOf(nodes);
    }

    /// @param heap
    ///            used after a collection, in MiB
    /// @param resident
    ///            of the process, in MiB
    /// @param files
    ///            in the node's folder, and those without a name that its process keeps open, in MiB
    record Node(String name, double heap, double resident, double files) {}

    /// One line for people; sizes in MiB.
    String text() {
        return String.format(Locale.ROOT, "  %4.0f s  %6.0f/s in  %6.0f/s out  %6d ready  %s", seconds, published,
                consumed, ready, nodes.stream()
                        .map(each -> String.format(Locale.ROOT, "%s heap %.1f resident %.0f files %.1f",
                                each.name(), each.heap(), each.resident(), each.files()))
                        .collect(Collectors.joining("  ")));
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("seconds", seconds).put("published", published)
                .put("consumed", consumed).put("ready", ready).put("messages", messages).put("labHeap", lab);
        ObjectNode all = json.putObject("nodes");
        nodes.forEach(each -> all.putObject(each.name()).put("heap", each.heap()).put("resident", each.resident())
                .put("files", each.files()));
        return json;
    }
}
