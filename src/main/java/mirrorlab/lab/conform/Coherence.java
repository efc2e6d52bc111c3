package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/// What must hold in every report of the lab, whatever was recorded: what was forecast just before a kill or a stop came so,
/// and the ledger's fates and words add up to what was published.
///
/// @param forecasts
///            how often something was forecast of a queue
/// @param open
///            in how many of these something was left open (PO-10, messages in flight)
public record Coherence(List<Difference> faults, long forecasts, long open) {

    public static Coherence of(JsonNode report) {
        List<Difference> faults = new ArrayList<>();
        long forecasts = 0;
        long open = 0;
        for (int i = 0; i < report.path("forecasts").size(); i++) {
            JsonNode forecast = report.path("forecasts").get(i);
            forecasts += forecast.path("unchanged").asLong() + forecast.path("queues").size();
            for (JsonNode each : forecast.path("queues")) {
                open += each.path("doubts").isEmpty() ? 0 : 1;
            }
            for (int k = 0; k < forecast.path("differs").size(); k++) {
                faults.add(new Difference(forecast.path("i").asInt(), "/forecasts/" + i + "/differs/" + k,
                        MissingNode.getInstance(), forecast.path("differs").get(k)));
            }
        }
        for (int i = 0; i < report.path("ledger").size(); i++) {
            JsonNode account = report.path("ledger").get(i);
            for (String each : List.of("fates", "words")) {
                long sum = 0;
                for (JsonNode part : account.path(each)) {
                    sum += part.path("count").asLong();
                }
                if (sum != account.path("published").asLong()) {
                    faults.add(new Difference(0, "/ledger/" + i + "/" + each, account.path("published"),
                            JsonNodeFactory.instance.numberNode(sum)));
                }
            }
        }
        return new Coherence(List.copyOf(faults), forecasts, open);
    }
}
