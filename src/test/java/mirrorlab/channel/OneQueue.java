package mirrorlab.channel;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mirrorlab.routing.RoutingTable;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.Routes;
import org.jspecify.annotations.Nullable;

/// What a channel finds where there is one queue, the default exchange, and everything is allowed.
class OneQueue implements Directory {
    private final RoutingTable routes = new RoutingTable(this::isRoutable);
    @Nullable
    QueueRecord record;
    long now = 1_000_000;

    private boolean isRoutable(QueueName queue) {
        QueueRecord known = record;
        return known != null && known.queue().equals(queue) && !known.down();
    }

    @Override
    public @Nullable QueueRecord record(QueueName queue) {
        return record;
    }

    @Override
    public boolean isAlive(ReplicaId replica) {
        return true;
    }

    @Override
    public @Nullable Exchange exchange(ExchangeName exchange) {
        return exchange.isDefault() ? new Exchange(exchange, "direct", true, false, false, Map.of()) : null;
    }

    @Override
    public List<Binding> bindingsFrom(ExchangeName source) {
        return List.of();
    }

    @Override
    public List<Binding> bindingsTo(ExchangeName exchange) {
        return List.of();
    }

    @Override
    public List<Binding> bindingsTo(QueueName queue) {
        return List.of();
    }

    @Override
    public Routes route(ExchangeName exchange, String routingKey, Supplier<Map<String, Object>> headers) {
        return routes.route(exchange, routingKey, headers);
    }

    @Override
    public Routes route(ExchangeName exchange, List<String> routingKeys, Supplier<Map<String, Object>> headers) {
        return routes.route(exchange, routingKeys, headers);
    }

    @Override
    public boolean mayConfigure(String user, String vhost, String resource) {
        return true;
    }

    @Override
    public boolean mayWrite(String user, String vhost, String resource) {
        return true;
    }

    @Override
    public boolean mayRead(String user, String vhost, String resource) {
        return true;
    }

    @Override
    public Long queueLimitReached(String vhost) {
        return null;
    }

    @Override
    public boolean reaches(ChannelId channel, String key) {
        return false;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public String freshName(String prefix) {
        return prefix;
    }
}
