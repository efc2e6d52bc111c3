package mirrorlab.journal;

import java.util.List;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// What went through an exchange, as the publishers' nodes told it.
///
/// @param published messages that were published to this exchange itself; of the default exchange only those without a queue
/// @param unroutable those of them that went to no queue
/// @param routingKey of the newest
/// @param through the exchanges that the newest passed, this one first
/// @param to where the newest went; none: it was unroutable
/// @param clock when it was told
public record ExchangeTraffic(ExchangeName exchange, long published, long unroutable, String routingKey,
        List<ExchangeName> through, List<QueueName> to, long clock) {

    static ExchangeTraffic none(ExchangeName exchange) {
        return new ExchangeTraffic(exchange, 0, 0, "", List.of(), List.of(), Long.MIN_VALUE);
    }

    ExchangeTraffic and(Happening.PublishesRouted now, long at) {
        long more = now.messages().count();
        long lost = now.to().isEmpty() ? more : 0;
        return at >= clock
                ? new ExchangeTraffic(exchange, published + more, unroutable + lost, now.routingKey(), now.through(),
                        now.to(), at)
                : new ExchangeTraffic(exchange, published + more, unroutable + lost, routingKey, through, to, clock);
    }
}
