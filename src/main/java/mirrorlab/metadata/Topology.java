package mirrorlab.metadata;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import mirrorlab.routing.RoutingTable;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// Exchanges and bindings (M-01 to M-05), and beside them the index that routes by them.
final class Topology {
    private final Map<ExchangeName, Exchange> exchanges = new TreeMap<>();
    private final Map<ExchangeName, Set<Binding>> bySource = new TreeMap<>();
    private final Map<QueueName, Set<Binding>> toQueues = new TreeMap<>();
    private final Map<ExchangeName, Set<Binding>> toExchanges = new TreeMap<>();
    private final Map<ExchangeName, ExchangeName> alternates = new TreeMap<>();
    private final RoutingTable routes = new RoutingTable(this::isRoutable);
    private List<MetadataChange> news = new ArrayList<>();
    private final Function<QueueName, @Nullable QueueRecord> queues;
    private final Policies policies;

    Topology(Function<QueueName, @Nullable QueueRecord> queues, Policies policies) {
        this.queues = queues;
        this.policies = policies;
    }

    /// N-06: a queue that is down with its node is not routed to.
    private boolean isRoutable(QueueName name) {
        QueueRecord record = queues.apply(name);
        return record != null && !record.down();
    }

    RoutingTable routes() {
        return routes;
    }

    /// What changed since the last call.
    List<MetadataChange> takeNews() {
        List<MetadataChange> taken = news;
        if (!taken.isEmpty()) {
            news = new ArrayList<>();
        }
        return taken;
    }

    void restore(List<Exchange> allExchanges, List<Binding> allBindings) {
        exchanges.clear();
        bySource.clear();
        toQueues.clear();
        toExchanges.clear();
        alternates.clear();
        routes.clear();
        allExchanges.forEach(this::put);
        allBindings.forEach(this::put);
    }

    List<Exchange> exchanges() {
        return List.copyOf(exchanges.values());
    }

    @Nullable
    Exchange exchange(ExchangeName name) {
        return exchanges.get(name);
    }

    List<Binding> bindings() {
        List<Binding> all = new ArrayList<>();
        bySource.values().forEach(all::addAll);
        return all;
    }

    List<Binding> from(ExchangeName source) {
        return List.copyOf(bySource.getOrDefault(source, Set.of()));
    }

    List<Binding> to(QueueName queue) {
        return List.copyOf(toQueues.getOrDefault(queue, Set.of()));
    }

    List<Binding> to(ExchangeName exchange) {
        return List.copyOf(toExchanges.getOrDefault(exchange, Set.of()));
    }

    /// M-02: what every virtual host begins with.
    void predeclare(String vhost) {
        predeclare(vhost, "", "direct", false);
        predeclare(vhost, "amq.direct", "direct", false);
        predeclare(vhost, "amq.fanout", "fanout", false);
        predeclare(vhost, "amq.headers", "headers", false);
        predeclare(vhost, "amq.match", "headers", false);
        predeclare(vhost, "amq.rabbitmq.trace", "topic", true);
        predeclare(vhost, "amq.topic", "topic", false);
    }

    private void predeclare(String vhost, String name, String type, boolean internal) {
        declare(new Exchange(new ExchangeName(vhost, name), type, true, false, internal, Map.of()));
    }

    boolean declare(Exchange exchange) {
        if (exchanges.containsKey(exchange.name()) || !RoutingTable.isType(exchange.type())) {
            return false;
        }
        put(exchange);
        return true;
    }

    private void put(Exchange exchange) {
        exchanges.put(exchange.name(), exchange);
        ExchangeName alternate = alternate(exchange);
        remember(exchange.name(), alternate);
        routes.declare(exchange, alternate);
        news.add(new MetadataChange.ExchangeDeclared(exchange));
    }

    /// @return whether it is another one than before
    private boolean remember(ExchangeName exchange, @Nullable ExchangeName alternate) {
        ExchangeName before = alternate == null ? alternates.remove(exchange) : alternates.put(exchange, alternate);
        return !Objects.equals(before, alternate);
    }

    /// The argument counts before the policy.
    @Nullable
    ExchangeName alternate(Exchange exchange) {
        Object given = exchange.arguments().get("alternate-exchange");
        if (given == null) {
            given = policies.winner(exchange.name()).map(each -> each.definition().get("alternate-exchange"))
                    .orElse(null);
        }
        String name = given instanceof String text ? text : null;
        return name == null ? null : new ExchangeName(exchange.name().vhost(), name);
    }

    void policiesChanged(String vhost) {
        exchanges.values().stream().filter(each -> each.name().vhost().equals(vhost))
                .forEach(each -> {
                    ExchangeName alternate = alternate(each);
                    routes.alternate(each.name(), alternate);
                    if (remember(each.name(), alternate)) {
                        news.add(new MetadataChange.ExchangeDeclared(each));
                    }
                });
    }

    boolean delete(ExchangeName name, boolean ifUnused) {
        if (!exchanges.containsKey(name) || ifUnused && bySource.containsKey(name)) {
            return false;
        }
        ArrayDeque<ExchangeName> doomed = new ArrayDeque<>(List.of(name));
        while (!doomed.isEmpty()) {
            remove(doomed.remove(), doomed);
        }
        return true;
    }

    private void remove(ExchangeName name, ArrayDeque<ExchangeName> doomed) {
        if (exchanges.remove(name) == null) {
            return;
        }
        from(name).forEach(each -> take(each));
        to(name).forEach(each -> takeAndEnd(each, doomed));
        alternates.remove(name);
        routes.delete(name);
        news.add(new MetadataChange.ExchangeDeleted(name, false));
    }

    boolean bind(Binding binding) {
        boolean ends = binding.toQueue()
                ? queues.apply(new QueueName(binding.source().vhost(), binding.destination())) != null
                : exchanges.containsKey(new ExchangeName(binding.source().vhost(), binding.destination()));
        if (!ends || !exchanges.containsKey(binding.source()) || binding.source().isDefault()
                || bySource.getOrDefault(binding.source(), Set.of()).contains(binding)) {
            return false;
        }
        put(binding);
        return true;
    }

    private void put(Binding binding) {
        bySource.computeIfAbsent(binding.source(), unused -> new LinkedHashSet<>()).add(binding);
        if (binding.toQueue()) {
            toQueues.computeIfAbsent(new QueueName(binding.source().vhost(), binding.destination()),
                    unused -> new LinkedHashSet<>()).add(binding);
        } else {
            toExchanges.computeIfAbsent(new ExchangeName(binding.source().vhost(), binding.destination()),
                    unused -> new LinkedHashSet<>()).add(binding);
        }
        routes.bind(binding);
        news.add(new MetadataChange.Bound(binding));
    }

    boolean unbind(Binding binding) {
        if (!bySource.getOrDefault(binding.source(), Set.of()).contains(binding)) {
            return false;
        }
        end(List.of(binding));
        return true;
    }

    /// Its bindings go with a queue.
    void queueRemoved(QueueName queue) {
        end(to(queue));
    }

    private void end(List<Binding> bindings) {
        ArrayDeque<ExchangeName> doomed = new ArrayDeque<>();
        bindings.forEach(each -> takeAndEnd(each, doomed));
        while (!doomed.isEmpty()) {
            remove(doomed.remove(), doomed);
        }
    }

    /// An auto-delete exchange goes with the last binding from it.
    private void takeAndEnd(Binding binding, ArrayDeque<ExchangeName> doomed) {
        take(binding);
        Exchange source = exchanges.get(binding.source());
        if (source != null && source.autoDelete() && !bySource.containsKey(source.name())) {
            doomed.add(source.name());
        }
    }

    private void take(Binding binding) {
        String vhost = binding.source().vhost();
        take(bySource, binding.source(), binding);
        if (binding.toQueue()) {
            take(toQueues, new QueueName(vhost, binding.destination()), binding);
        } else {
            take(toExchanges, new ExchangeName(vhost, binding.destination()), binding);
        }
        routes.unbind(binding);
        news.add(new MetadataChange.Unbound(binding));
    }

    private static <K> void take(Map<K, Set<Binding>> from, K key, Binding binding) {
        from.computeIfPresent(key, (unused, all) -> {
            all.remove(binding);
            return all.isEmpty() ? null : all;
        });
    }

    /// M-07.
    void vhostRemoved(String vhost) {
        Map<ExchangeName, Exchange> gone = new LinkedHashMap<>(exchanges);
        gone.keySet().removeIf(each -> !each.vhost().equals(vhost));
        gone.keySet().forEach(each -> delete(each, false));
    }

    /// M-03: a transient exchange lives as long as some node does.
    void forgetTransient() {
        exchanges().stream().filter(each -> !each.durable()).forEach(each -> delete(each.name(), false));
    }
}
