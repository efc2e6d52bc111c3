package mirrorlab.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Json;
import mirrorlab.vocabulary.Binding;

/// A binding as the management API shows it. Its `properties_key` names it among those between the same two ends.
final class BindingJson {
    private BindingJson() {}

    static Map<String, Object> of(Binding binding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("source", binding.source().name());
        json.put("vhost", binding.source().vhost());
        json.put("destination", binding.destination());
        json.put("destination_type", binding.toQueue() ? "queue" : "exchange");
        json.put("routing_key", binding.routingKey());
        json.put("arguments", binding.arguments());
        json.put("properties_key", key(binding));
        return json;
    }

    /// The routing key, quoted; with arguments `~` and a number made of them behind it; `~` for nothing at all.
    static String key(Binding binding) {
        if (binding.routingKey().isEmpty() && binding.arguments().isEmpty()) {
            return "~";
        }
        String quoted = URLEncoder.encode(binding.routingKey(), StandardCharsets.UTF_8).replace("+", "%20")
                .replace("~", "%7E");
        return binding.arguments().isEmpty()
                ? quoted
                : quoted + "~" + Integer.toHexString(Json.write(new TreeMap<>(binding.arguments())).hashCode());
    }
}
