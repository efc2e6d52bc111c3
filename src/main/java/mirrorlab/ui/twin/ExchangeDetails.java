package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.journal.ExchangeTraffic;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ExchangeName;

/// What the page of one exchange shows.
///
/// @param to
///            bindings that send messages on from here
/// @param from
///            bindings by which other exchanges send to this one
/// @param published
///            since the recording began; of the default exchange only what matched no queue. `unroutable` of them
public record ExchangeDetails(ExchangeRow row, List<Bound> to, List<Bound> from, long published, long unroutable) {

    /// @param toQueue the destination is a queue, otherwise an exchange
    /// @param other name of the queue or exchange at the other end
    public record Bound(boolean toQueue, String other, String routingKey, Map<String, Object> arguments) {
        /// `key: value, key: value`
        public String argumentText() {
            return String.join(", ", Definition.values(arguments).entrySet().stream()
                    .map(each -> each.getKey() + ": " + each.getValue()).toList());
        }
    }

    /// Empty when there is no such exchange (any more).
    public static Optional<ExchangeDetails> of(ExchangeName name, Screen screen) {
        List<Binding> bindings = screen.moment().picture().metadata().bindings();
        Optional<ExchangeTraffic> traffic = screen.moment().picture().exchangeTraffic().stream()
                .filter(each -> each.exchange().equals(name)).findFirst();
        return ExchangeRow.of(screen).stream().filter(each -> each.exchange().equals(name)).findFirst()
                .map(row -> new ExchangeDetails(row,
                        bindings.stream().filter(each -> each.source().equals(name))
                                .map(each -> new Bound(each.toQueue(), each.destination(), each.routingKey(),
                                        each.arguments()))
                                .toList(),
                        bindings.stream()
                                .filter(each -> !each.toQueue() && each.destination().equals(name.name())
                                        && each.source().vhost().equals(name.vhost()))
                                .map(each -> new Bound(false, each.source().name(), each.routingKey(),
                                        each.arguments()))
                                .toList(),
                        traffic.map(ExchangeTraffic::published).orElse(0L),
                        traffic.map(ExchangeTraffic::unroutable).orElse(0L)));
    }
}
