package mirrorlab.vocabulary;

import java.util.Comparator;

/// A queue's name within its virtual host.
public record QueueName(String vhost, String name) implements Comparable<QueueName> {
    private static final Comparator<QueueName> ORDER = Comparator.comparing(QueueName::vhost)
            .thenComparing(QueueName::name);

    public static QueueName of(String name) {
        return new QueueName("/", name);
    }

    @Override
    public int compareTo(QueueName other) {
        return ORDER.compare(this, other);
    }

    /// RabbitMQ's own way to say it: `queue 'orders' in vhost '/'`.
    @Override
    public String toString() {
        return "queue '" + name + "' in vhost '" + vhost + "'";
    }
}
