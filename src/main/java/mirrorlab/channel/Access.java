package mirrorlab.channel;

import java.util.LinkedHashSet;
import java.util.Set;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// What a channel's user may do. A right that was found is remembered until some permission changes; one that was refused
/// ends the channel anyway.
final class Access {
    private static final int REMEMBERED = 64;
    private final ChannelOutput out;
    private final Client client;
    private final Directory directory;
    private final Set<String> configurable = new LinkedHashSet<>();
    private final Set<String> writable = new LinkedHashSet<>();
    private final Set<String> readable = new LinkedHashSet<>();
    private String lastWritten = "";

    Access(ChannelOutput out, Client client, Directory directory) {
        this.out = out;
        this.client = client;
        this.directory = directory;
    }

    void forget() {
        configurable.clear();
        writable.clear();
        readable.clear();
        lastWritten = "";
    }

    String user() {
        return client.user();
    }

    boolean mayConfigure(ExchangeName exchange, int classId, int methodId) {
        return configure(resource(exchange.name()), exchange, classId, methodId);
    }

    boolean mayConfigure(QueueName queue, int classId, int methodId) {
        return configure(queue.name(), queue, classId, methodId);
    }

    private boolean configure(String name, Object resource, int classId, int methodId) {
        return allowed(configurable, name, directory::mayConfigure) || refused(resource, classId, methodId);
    }

    boolean mayWrite(ExchangeName exchange, int classId, int methodId) {
        return mayPublish(exchange.name()) || refused(exchange, classId, methodId);
    }

    boolean mayWrite(QueueName queue, int classId, int methodId) {
        return allowed(writable, queue.name(), directory::mayWrite) || refused(queue, classId, methodId);
    }

    boolean mayRead(ExchangeName exchange, int classId, int methodId) {
        return allowed(readable, resource(exchange.name()), directory::mayRead)
                || refused(exchange, classId, methodId);
    }

    boolean mayRead(QueueName queue, int classId, int methodId) {
        return allowed(readable, queue.name(), directory::mayRead) || refused(queue, classId, methodId);
    }

    /// Says nothing when it is refused.
    boolean mayPublish(String exchange) {
        String name = resource(exchange);
        if (name.equals(lastWritten)) {
            return true;
        }
        boolean allowed = allowed(writable, name, directory::mayWrite);
        lastWritten = allowed ? name : "";
        return allowed;
    }

    private interface Right {
        boolean isGiven(String user, String vhost, String resource);
    }

    private boolean allowed(Set<String> known, String name, Right right) {
        if (known.contains(name)) {
            return true;
        }
        if (!right.isGiven(client.user(), client.vhost(), name)) {
            return false;
        }
        if (known.size() >= REMEMBERED) {
            known.clear();
        }
        known.add(name);
        return true;
    }

    private static String resource(String exchange) {
        return exchange.isEmpty() ? "amq.default" : exchange;
    }

    /// @return false
    private boolean refused(Object resource, int classId, int methodId) {
        Object named = resource instanceof ExchangeName exchange
                ? new ExchangeName(exchange.vhost(), resource(exchange.name()))
                : resource;
        out.fail(403, "ACCESS_REFUSED - access to " + named + " refused for user '" + client.user() + "'", classId,
                methodId);
        return false;
    }
}
