package mirrorlab.vocabulary;

import org.jspecify.annotations.Nullable;

/// A queue's name within its virtual host.
public record QueueName(String vhost, String name) implements Comparable<QueueName> {
    public static QueueName of(String name) {
        return new QueueName("/", name);
    }

    @Override
    public int compareTo(QueueName other) {
        int byHost = vhost.compareTo(other.vhost);
        return byHost != 0 ? byHost : name.compareTo(other.name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof QueueName queue && name.equals(queue.name)
                && vhost.equals(queue.vhost));
    }

    @Override
    public int hashCode() {
        return 31 * vhost.hashCode() + name.hashCode();
    }

    /// RabbitMQ's own way to say it: `queue 'orders' in vhost '/'`.
    @Override
    public String toString() {
        return "queue '" + name + "' in vhost '" + vhost + "'";
    }
}
