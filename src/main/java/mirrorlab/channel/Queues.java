package mirrorlab.channel;

import java.util.Map;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The methods of class queue of one channel: names, rights, and what can be answered without a master.
final class Queues {
    private final ChannelOutput out;
    private final Client client;
    private final Access access;
    private final Directory directory;
    private final Asking asking;
    private final Bindings bindings;
    private String lastQueue = "";

    Queues(ChannelOutput out, Client client, Access access, Directory directory, Asking asking, Bindings bindings) {
        this.out = out;
        this.client = client;
        this.access = access;
        this.directory = directory;
        this.asking = asking;
        this.bindings = bindings;
    }

    void declared(QueueName queue) {
        lastQueue = queue.name();
    }

    /// A queue's name left out means the last one that this channel declared.
    @Nullable
    QueueName named(String queue, int classId, int methodId) {
        if (queue.isEmpty() && lastQueue.isEmpty()) {
            out.fail(404, "NOT_FOUND - no previously declared queue", classId, methodId);
            return null;
        }
        return new QueueName(client.vhost(), queue.isEmpty() ? lastQueue : Exchanges.clean(queue));
    }

    /// Together with the queue's name, the routing key can be left out.
    private String routingKey(String queue, String routingKey) {
        return queue.isEmpty() && routingKey.isEmpty() ? lastQueue : routingKey;
    }

    void declare(ClientMethod.QueueDeclare method) {
        String name = Exchanges.clean(method.queue());
        if (name.startsWith(DirectReply.QUEUE)) {
            declareReplies(name, method.noWait());
            return;
        }
        if (!method.passive() && name.isEmpty()) {
            name = directory.freshName("amq.gen-");
        } else if (!method.passive() && name.startsWith("amq.")) {
            out.fail(403, "ACCESS_REFUSED - queue name '" + name + "' contains reserved prefix 'amq.*'", 50, 10);
            return;
        }
        QueueName queue = new QueueName(client.vhost(), name);
        if (method.passive() || access.mayConfigure(queue, 50, 10) && hasRoomFor(queue)
                && mayDeadLetter(queue, method.arguments())) {
            asking.begin(new Operation.Declare(queue, method.passive(), method.durable() && !method.exclusive(),
                    method.exclusive(), method.autoDelete(), method.noWait(), method.arguments()));
        }
    }

    /// Direct replies have no queue, but can be asked for.
    private void declareReplies(String name, boolean noWait) {
        DirectReply reply = DirectReply.isAddress(name) ? DirectReply.of(name) : null;
        if (!name.equals(DirectReply.QUEUE) && (reply == null || !directory.reaches(reply.channel(), reply.key()))) {
            out.fail(404, "NOT_FOUND - no " + new QueueName(client.vhost(), name), 50, 10);
        } else if (!noWait) {
            out.event(new ClientEvent.QueueDeclared(name, 0, 1));
        }
    }

    /// Whether the virtual host may have one more queue.
    private boolean hasRoomFor(QueueName queue) {
        Long limit = directory.record(queue) == null ? directory.queueLimitReached(queue.vhost()) : null;
        if (limit != null) {
            out.fail(406, "PRECONDITION_FAILED - cannot declare queue '" + queue.name() + "': queue limit in vhost '"
                    + queue.vhost() + "' (" + limit + ") is reached", 50, 10);
        }
        return limit == null;
    }

    /// Only who makes the queue needs these rights.
    private boolean mayDeadLetter(QueueName queue, Map<String, Object> arguments) {
        return !(arguments.get("x-dead-letter-exchange") instanceof String exchange)
                || directory.record(queue) != null
                || access.mayRead(queue, 50, 10)
                        && access.mayWrite(new ExchangeName(client.vhost(), exchange), 50, 10);
    }

    void delete(ClientMethod.QueueDelete method) {
        QueueName queue = named(method.queue(), 50, 40);
        if (queue != null && access.mayConfigure(queue, 50, 40)) {
            asking.begin(new Operation.Delete(queue, method.ifUnused(), method.ifEmpty(), method.noWait()));
        }
    }

    void purge(ClientMethod.QueuePurge method) {
        QueueName queue = named(method.queue(), 50, 30);
        if (queue != null && access.mayRead(queue, 50, 30)) {
            asking.begin(new Operation.Purge(queue, method.noWait()));
        }
    }

    void bind(ClientMethod.QueueBind method) {
        QueueName queue = named(method.queue(), 50, 20);
        if (queue != null) {
            bindings.bind(method, queue.name(), routingKey(method.queue(), method.routingKey()));
        }
    }

    void unbind(ClientMethod.QueueUnbind method) {
        QueueName queue = named(method.queue(), 50, 50);
        if (queue != null) {
            bindings.unbind(method, queue.name(), routingKey(method.queue(), method.routingKey()));
        }
    }
}
