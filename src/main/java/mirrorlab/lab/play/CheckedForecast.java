package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;

/// A forecast and what came of it.
///
/// @param checked
///            false when nobody waited for what came
/// @param open
///            queues of which something was not sure
/// @param differences
///            one sentence for each queue of which another thing came
public record CheckedForecast(Forecast forecast, boolean checked, int open, List<String> differences) {

    /// As reports have it, without the queues that nothing happens to; names of messages as runs.
    public ObjectNode json(Accounts accounts) {
        ObjectNode json = json(forecast, accounts);
        if (checked) {
            ArrayNode different = json.putArray("differs");
            differences.forEach(different::add);
        }
        return json;
    }

    /// `{"death": "kill", "nodes": […], "unchanged": 2, "queues": […]}`.
    public static ObjectNode json(Forecast forecast, Accounts accounts) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("death", forecast.death().word());
        json.set("nodes", names(forecast.nodes()));
        json.put("unchanged", forecast.queues().size() - forecast.changed().size());
        ArrayNode queues = json.putArray("queues");
        forecast.changed().forEach(each -> queues.add(json(each, accounts)));
        return json;
    }

    private static ObjectNode json(QueueForecast queue, Accounts accounts) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("vhost", queue.queue().vhost())
                .put("queue", queue.queue().name()).put("outcome", queue.outcome().word())
                .put("master", queue.master().value())
                .put("promoted", queue.promoted() == null ? null : queue.promoted().value());
        json.set("mirrors", names(queue.mirrors()));
        json.put("drawn", queue.drawn().count()).set("among",
                names(queue.drawn().among().stream().sorted().toList()));
        json.put("kept", queue.kept()).put("lost", queue.lost().count()).set("lost_messages",
                runs(queue.lost().messages(), accounts));
        json.put("until", queue.until() == null ? null : queue.until().value()).put("rule", queue.reason().rule())
                .put("policy", queue.reason().policy()).put("key", queue.reason().key())
                .put("value", queue.reason().value()).put("default", queue.reason().isDefault());
        ArrayNode doubts = json.putArray("doubts");
        queue.doubts().forEach(each -> doubts.add(each.word()));
        return json;
    }

    private static ArrayNode names(List<NodeName> nodes) {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        nodes.forEach(each -> names.add(each.value()));
        return names;
    }

    private static ArrayNode runs(MessageSet messages, Accounts accounts) {
        ArrayNode runs = JsonNodeFactory.instance.arrayNode();
        accounts.runs(messages).forEach(runs::add);
        return runs;
    }
}
