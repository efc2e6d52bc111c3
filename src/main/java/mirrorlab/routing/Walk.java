package mirrorlab.routing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.Routes;
import org.jspecify.annotations.Nullable;

/// One message on its way through the exchanges.
final class Walk {
    private final RoutingTable table;
    private final List<String> keys;
    private final Supplier<Map<String, Object>> headers;
    private final List<QueueName> queues = new ArrayList<>();
    private final Set<ExchangeName> exchanges = new LinkedHashSet<>();
    private final List<ExchangeName> ahead = new ArrayList<>();
    private @Nullable Map<String, Object> decoded;
    private boolean matched;

    Walk(RoutingTable table, List<String> keys, Supplier<Map<String, Object>> headers) {
        this.table = table;
        this.keys = keys;
        this.headers = headers;
    }

    Routes from(ExchangeName start) {
        reach(start);
        while (!ahead.isEmpty()) {
            visit(ahead.removeLast());
        }
        return new Routes(queues.size() < 2 ? queues : List.copyOf(new TreeSet<>(queues)), List.copyOf(exchanges));
    }

    /// The default exchange as an alternate one has no bindings and leads nowhere.
    private void visit(ExchangeName name) {
        RoutingTable.Indexed exchange = table.exchange(name);
        if (exchange == null) {
            return;
        }
        matched = false;
        for (String each : keys) {
            exchange.matcher().match(each, this::decoded, this::found);
        }
        if (!matched && exchange.alternate() != null) {
            reach(exchange.alternate());
        }
    }

    private Map<String, Object> decoded() {
        Map<String, Object> known = decoded;
        if (known == null) {
            known = headers.get();
            decoded = known;
        }
        return known;
    }

    private void found(Target target) {
        switch (target) {
            case Target.ToQueue(QueueName queue) when table.isRoutable(queue) -> {
                matched = true;
                queues.add(queue);
            }
            case Target.ToQueue unused -> {
            } // N-06
            case Target.ToExchange(ExchangeName exchange) -> {
                matched = true;
                reach(exchange);
            }
        }
    }

    private void reach(ExchangeName exchange) {
        if (exchanges.add(exchange)) {
            ahead.add(exchange);
        }
    }
}
