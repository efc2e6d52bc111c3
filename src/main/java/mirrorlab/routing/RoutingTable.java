package mirrorlab.routing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.Routes;
import org.jspecify.annotations.Nullable;

/// Finds the queues of a publish. Kept up to date one change at a time by whoever keeps exchanges and bindings.
public final class RoutingTable {
    private final Map<ExchangeName, Indexed> exchanges = new LinkedHashMap<>();
    private final Predicate<QueueName> routable;

    /// @param alternate where to go when no binding matches
    record Indexed(ExchangeName name, Matcher matcher, @Nullable ExchangeName alternate) {}

    /// @param routable whether a queue exists and is not down with its node (N-06: its bindings wait, and route to nothing)
    public RoutingTable(Predicate<QueueName> routable) {
        this.routable = routable;
    }

    public static boolean isType(String type) {
        return List.of("direct", "fanout", "topic", "headers").contains(type);
    }

    /// @throws IllegalArgumentException there is no such type
    public void declare(Exchange exchange, @Nullable ExchangeName alternate) {
        exchanges.put(exchange.name(), new Indexed(exchange.name(), Matcher.of(exchange.type()), alternate));
    }

    /// A policy gave the exchange another alternate exchange, or took it away.
    public void alternate(ExchangeName exchange, @Nullable ExchangeName alternate) {
        exchanges.computeIfPresent(exchange, (name, old) -> new Indexed(name, old.matcher(), alternate));
    }

    public void delete(ExchangeName exchange) {
        exchanges.remove(exchange);
    }

    public void clear() {
        exchanges.clear();
    }

    /// The source has to be there; a destination that is not leads nowhere.
    public void bind(Binding binding) {
        Indexed source = exchanges.get(binding.source());
        if (source != null) {
            source.matcher().add(binding);
        }
    }

    public void unbind(Binding binding) {
        Indexed source = exchanges.get(binding.source());
        if (source != null) {
            source.matcher().remove(binding);
        }
    }

    /// @return no queue also when there is no such exchange
    public Routes route(ExchangeName exchange, String routingKey, Supplier<Map<String, Object>> headers) {
        if (exchange.isDefault()) {
            QueueName queue = new QueueName(exchange.vhost(), routingKey);
            return new Routes(routable.test(queue) ? List.of(queue) : List.of(), List.of());
        }
        return new Walk(this, List.of(routingKey), headers).from(exchange);
    }

    /// As {@link #route(ExchangeName, String, Supplier)} for a message with several routing keys (CC and BCC): the alternate
    /// exchange is asked when none of them matches.
    public Routes route(ExchangeName exchange, List<String> routingKeys, Supplier<Map<String, Object>> headers) {
        if (routingKeys.size() == 1) {
            return route(exchange, routingKeys.getFirst(), headers);
        }
        if (exchange.isDefault()) {
            return new Routes(routingKeys.stream().map(each -> new QueueName(exchange.vhost(), each)).filter(routable)
                    .distinct().sorted().toList(), List.of());
        }
        return new Walk(this, routingKeys, headers).from(exchange);
    }

    boolean isRoutable(QueueName queue) {
        return routable.test(queue);
    }

    @Nullable
    Indexed exchange(ExchangeName name) {
        return exchanges.get(name);
    }
}
