package mirrorlab.amqp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;

/// Queues in memory behind the default exchange: enough of a broker to talk to every method that the door serves.
final class Queues {
    private static final int UNSENT_MAX = 200;

    private final Map<String, Queue> queues = new LinkedHashMap<>();
    private final Map<Key, Channel> channels = new LinkedHashMap<>();
    private final Map<Long, Boolean> cancelNotify = new LinkedHashMap<>();
    private List<Effect.ToClient> effects = List.of();
    private long serial;

    private record Key(long connection, int channel) {}

    private record Held(Message message, boolean redelivered) {}

    private record Unacknowledged(Queue queue, String consumer, Message message) {}

    private record Consumer(Channel channel, String tag, boolean noAck, int prefetch) {}

    private static final class Queue {
        String name = "";
        boolean durable;
        final ArrayDeque<Held> ready = new ArrayDeque<>();
        final List<Consumer> consumers = new ArrayList<>();
    }

    private static final class Channel {
        final Key key;
        final ChannelId id;
        final TreeMap<Long, Unacknowledged> unacknowledged = new TreeMap<>();
        boolean confirms;
        long published;
        long lastTag;
        int prefetch;
        int unsent;
        String lastQueue = "";

        Channel(Key key, ChannelId id) {
            this.key = key;
            this.id = id;
        }
    }

    @SuppressWarnings("serial")
    private static final class Failed extends RuntimeException {
        final int code;

        Failed(int code, String text) {
            super(text, null, false, false);
            this.code = code;
        }
    }

    void on(Input input, List<Effect.ToClient> out) {
        effects = out;
        switch (input) {
            case Input.ConnectionOpened opened -> cancelNotify.put(opened.connection(), opened.cancelNotify());
            case Input.ConnectionClosed closed -> List.copyOf(channels.keySet()).stream()
                    .filter(key -> key.connection == closed.connection()).forEach(this::forget);
            case Input.ChannelOpened(var connection, var number) -> {
                var key = new Key(connection, number);
                channels.put(key, new Channel(key, new ChannelId(NodeName.of("rabbit1"), 1, ++serial)));
            }
            case Input.ChannelClosed(var connection, var number) -> {
                forget(new Key(connection, number));
                out.add(new Effect.ToClient(connection, number, new ClientEvent.ChannelClosed()));
            }
            case Input.FromClient(var connection, var number, var method) -> {
                var channel = channels.get(new Key(connection, number));
                if (channel != null) {
                    onMethod(channel, method);
                }
            }
            case Input.DeliveriesWritten(var connection, var number, var count) -> {
                var channel = channels.get(new Key(connection, number));
                if (channel != null) {
                    channel.unsent -= count;
                    queues.values().forEach(this::feed);
                }
            }
            default -> throw new IllegalStateException("no input of a client: " + input);
        }
    }

    private void onMethod(Channel channel, ClientMethod method) {
        try {
            answer(channel, method);
        } catch (Failed failed) {
            forget(channel.key);
            tell(channel, new ClientEvent.ChannelFailed(failed.code, failed.getMessage(), 60, 80));
        }
    }

    private void answer(Channel channel, ClientMethod method) {
        switch (method) {
            case ClientMethod.QueueDeclare declare -> declare(channel, declare);
            case ClientMethod.QueueDelete delete -> delete(channel, delete);
            case ClientMethod.QueuePurge(var name, var noWait) -> {
                var queue = queue(channel, name);
                var count = queue.ready.size();
                queue.ready.clear();
                tell(channel, noWait, new ClientEvent.QueuePurged(count));
            }
            case ClientMethod.BasicPublish publish -> publish(channel, publish);
            case ClientMethod.BasicGet(var name, var noAck) -> get(channel, queue(channel, name), noAck);
            case ClientMethod.BasicConsume consume -> consume(channel, consume);
            case ClientMethod.BasicCancel(var tag, var noWait) -> {
                queues.values().forEach(queue -> queue.consumers.removeIf(of(channel, tag)));
                tell(channel, noWait, new ClientEvent.CancelOk(tag));
            }
            case ClientMethod.BasicAck(var tag, var multiple) -> settle(channel, tag, multiple, false);
            case ClientMethod.BasicNack(var tag, var multiple, var requeue) -> settle(channel, tag, multiple, requeue);
            case ClientMethod.BasicReject(var tag, var requeue) -> settle(channel, tag, false, requeue);
            case ClientMethod.BasicQos(var count, _) -> {
                channel.prefetch = count;
                tell(channel, new ClientEvent.QosOk());
            }
            case ClientMethod.ConfirmSelect(var noWait) -> {
                channel.confirms = true;
                tell(channel, noWait, new ClientEvent.ConfirmSelectOk());
            }
            default -> throw new Failed(540, "NOT_IMPLEMENTED - this small node has queues only");
        }
    }

    private static java.util.function.Predicate<Consumer> of(Channel channel, String tag) {
        return consumer -> consumer.channel == channel && consumer.tag.equals(tag);
    }

    private void declare(Channel channel, ClientMethod.QueueDeclare declare) {
        var name = declare.queue().isEmpty() ? "amq.gen-" + ++serial : declare.queue();
        if (declare.passive() && !queues.containsKey(name)) {
            throw new Failed(404, "NOT_FOUND - no queue '" + name + "' in vhost '/'");
        }
        var queue = queues.computeIfAbsent(name, _ -> new Queue());
        if (queue.name.isEmpty()) {
            queue.name = name;
            queue.durable = declare.durable();
        } else if (!declare.passive() && queue.durable != declare.durable()) {
            throw new Failed(406, "PRECONDITION_FAILED - inequivalent arg 'durable' for queue '" + name
                    + "' in vhost '/': received '" + declare.durable() + "' but current is '" + queue.durable + "'");
        }
        channel.lastQueue = name;
        tell(channel, declare.noWait(),
                new ClientEvent.QueueDeclared(name, queue.ready.size(), queue.consumers.size()));
    }

    private void delete(Channel channel, ClientMethod.QueueDelete delete) {
        var queue = queue(channel, delete.queue());
        queues.remove(queue.name);
        for (var consumer : queue.consumers) {
            if (cancelNotify.getOrDefault(consumer.channel.key.connection, false)) {
                tell(consumer.channel, new ClientEvent.ServerCancel(consumer.tag));
            }
        }
        tell(channel, delete.noWait(), new ClientEvent.QueueDeleted(queue.ready.size()));
    }

    private void publish(Channel channel, ClientMethod.BasicPublish publish) {
        if (!publish.exchange().isEmpty()) {
            throw new Failed(404, "NOT_FOUND - no exchange '" + publish.exchange() + "' in vhost '/'");
        }
        var sequence = ++channel.published;
        var message = new Message(new MessageId(channel.id, sequence), publish.exchange(), publish.routingKey(),
                publish.persistent(), publish.properties(), publish.body());
        var queue = queues.get(publish.routingKey());
        if (queue != null) {
            queue.ready.add(new Held(message, false));
            feed(queue);
        } else if (publish.mandatory()) {
            tell(channel, new ClientEvent.Returned(312, "NO_ROUTE", message));
        }
        if (channel.confirms) {
            tell(channel, new ClientEvent.Confirmed(sequence, false));
        }
    }

    private void get(Channel channel, Queue queue, boolean noAck) {
        var held = queue.ready.poll();
        if (held == null) {
            tell(channel, new ClientEvent.GetEmpty());
            return;
        }
        var tag = ++channel.lastTag;
        if (!noAck) {
            channel.unacknowledged.put(tag, new Unacknowledged(queue, "", held.message));
        }
        tell(channel, new ClientEvent.GetOk(tag, held.redelivered, queue.ready.size(), held.message));
    }

    private void consume(Channel channel, ClientMethod.BasicConsume consume) {
        var queue = queue(channel, consume.queue());
        var tag = consume.consumerTag().isEmpty() ? "amq.ctag-" + ++serial : consume.consumerTag();
        tell(channel, consume.noWait(), new ClientEvent.ConsumeOk(tag));
        queue.consumers.add(new Consumer(channel, tag, consume.noAck(), channel.prefetch));
        feed(queue);
    }

    private void feed(Queue queue) {
        var blocked = 0;
        while (!queue.ready.isEmpty() && blocked < queue.consumers.size()) {
            var consumer = queue.consumers.removeFirst();
            queue.consumers.add(consumer);
            if (hasRoom(consumer)) {
                deliver(queue, consumer);
                blocked = 0;
            } else {
                blocked++;
            }
        }
    }

    private static boolean hasRoom(Consumer consumer) {
        var own = consumer.channel.unacknowledged.values().stream().filter(u -> u.consumer.equals(consumer.tag));
        return consumer.channel.unsent < UNSENT_MAX && (consumer.prefetch == 0 || own.count() < consumer.prefetch);
    }

    private void deliver(Queue queue, Consumer consumer) {
        var held = queue.ready.remove();
        var tag = ++consumer.channel.lastTag;
        consumer.channel.unsent++;
        if (!consumer.noAck) {
            consumer.channel.unacknowledged.put(tag, new Unacknowledged(queue, consumer.tag, held.message));
        }
        tell(consumer.channel, new ClientEvent.Delivered(consumer.tag, tag, held.redelivered, held.message));
    }

    private void settle(Channel channel, long tag, boolean multiple, boolean requeue) {
        var settled = multiple
                ? new TreeMap<>(channel.unacknowledged.headMap(tag == 0 ? Long.MAX_VALUE : tag, true))
                : new TreeMap<>(channel.unacknowledged.subMap(tag, true, tag, true));
        if (settled.isEmpty()) {
            throw new Failed(406, "PRECONDITION_FAILED - unknown delivery tag " + tag);
        }
        channel.unacknowledged.keySet().removeAll(settled.keySet());
        if (requeue) {
            requeue(settled);
        }
        queues.values().forEach(this::feed);
    }

    private static void requeue(TreeMap<Long, Unacknowledged> back) {
        var newestFirst = new ArrayList<>(back.values());
        Collections.reverse(newestFirst);
        newestFirst.forEach(one -> one.queue.ready.addFirst(new Held(one.message, true)));
    }

    private void forget(Key key) {
        var channel = channels.remove(key);
        if (channel != null) {
            queues.values().forEach(queue -> queue.consumers.removeIf(consumer -> consumer.channel == channel));
            requeue(channel.unacknowledged);
            queues.values().forEach(this::feed);
        }
    }

    private Queue queue(Channel channel, String name) {
        var queue = queues.get(name.isEmpty() ? channel.lastQueue : name);
        if (queue == null) {
            throw new Failed(404, "NOT_FOUND - no queue '" + name + "' in vhost '/'");
        }
        return queue;
    }

    private void tell(Channel channel, boolean silent, ClientEvent event) {
        if (!silent) {
            tell(channel, event);
        }
    }

    private void tell(Channel channel, ClientEvent event) {
        effects.add(new Effect.ToClient(channel.key.connection, channel.key.channel, event));
    }
}
