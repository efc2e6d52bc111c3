package mirrorlab.broker;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import mirrorlab.channel.Directory;
import mirrorlab.metadata.Permissions;
import mirrorlab.policy.PermissionMatching;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.Routes;
import org.jspecify.annotations.Nullable;

/// What channels look up at this node.
final class NodeDirectory implements Directory {
    private final Broker broker;

    NodeDirectory(Broker broker) {
        this.broker = broker;
    }

    @Override
    public @Nullable QueueRecord record(QueueName queue) {
        return broker.state().queue(queue);
    }

    @Override
    public boolean isAlive(ReplicaId replica) {
        return broker.isAlive(replica);
    }

    @Override
    public @Nullable Exchange exchange(ExchangeName exchange) {
        return broker.state().exchange(exchange);
    }

    @Override
    public List<Binding> bindingsFrom(ExchangeName source) {
        return broker.state().bindingsFrom(source);
    }

    @Override
    public List<Binding> bindingsTo(ExchangeName exchange) {
        return broker.state().bindingsTo(exchange);
    }

    @Override
    public List<Binding> bindingsTo(QueueName queue) {
        return broker.state().bindingsTo(queue);
    }

    @Override
    public Routes route(ExchangeName exchange, String routingKey, Supplier<Map<String, Object>> headers) {
        return broker.state().routes().route(exchange, routingKey, headers);
    }

    @Override
    public Routes route(ExchangeName exchange, List<String> routingKeys, Supplier<Map<String, Object>> headers) {
        return broker.state().routes().route(exchange, routingKeys, headers);
    }

    @Override
    public boolean mayConfigure(String user, String vhost, String resource) {
        return may(user, vhost, Permissions::configure, resource);
    }

    @Override
    public boolean mayWrite(String user, String vhost, String resource) {
        return may(user, vhost, Permissions::write, resource);
    }

    @Override
    public boolean mayRead(String user, String vhost, String resource) {
        return may(user, vhost, Permissions::read, resource);
    }

    private boolean may(String user, String vhost, Function<Permissions, String> which, String resource) {
        Permissions given = broker.state().permissions(user, vhost);
        return given != null && PermissionMatching.matches(which.apply(given), resource);
    }

    @Override
    public @Nullable Long queueLimitReached(String vhost) {
        Long limit = broker.state().limit(false, vhost, "max-queues");
        if (limit == null) {
            return null;
        }
        long queues = 0;
        for (QueueRecord each : broker.state().queues()) {
            queues += each.queue().vhost().equals(vhost) ? 1 : 0;
        }
        return queues >= limit ? limit : null;
    }

    @Override
    public boolean reaches(ChannelId channel, String key) {
        return channel.node().equals(broker.self())
                ? broker.started().clients().answersTo(channel, key)
                : broker.peers.isLinked(channel.node(), channel.incarnation());
    }

    @Override
    public long now() {
        return broker.now();
    }

    @Override
    public String freshName(String prefix) {
        StringBuilder name = new StringBuilder(prefix);
        String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int i = 0; i < 22; i++) {
            name.append(letters.charAt(broker.started().chance().nextInt(letters.length())));
        }
        return name.toString();
    }
}
