package mirrorlab.vocabulary.forecast;

import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// What would become of the queues if these nodes ended now, all at the same moment.
///
/// @param queues
///            in order of virtual host and name
public record Forecast(List<NodeName> nodes, Death death, List<QueueForecast> queues) {

    /// Those that something happens to.
    public List<QueueForecast> changed() {
        return queues.stream().filter(each -> each.outcome() != QueueForecast.Outcome.UNCHANGED).toList();
    }
}
