package mirrorlab.ui.topology;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An exchange as it is drawn.
///
/// @param standard every virtual host has it (M-02)
/// @param alternate where goes what no binding takes; null: nowhere
/// @param published messages so far; of the default exchange only the unroutable ones are told
/// @param newest null before the first publish
public record ExchangeBox(String name, String type, boolean durable, boolean autoDelete, boolean internal,
        boolean standard, String arguments, @Nullable String alternate, long published, long unroutable,
        @Nullable Newest newest) {

    /// The newest publish.
    ///
    /// @param to queues; none: it was unroutable
    public record Newest(String key, List<String> through, List<String> to) {}

    Spot spot() {
        return Spot.exchange(name);
    }
}
