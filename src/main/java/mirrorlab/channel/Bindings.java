package mirrorlab.channel;

import java.util.List;
import java.util.Map;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// The four methods of one channel that bind and unbind.
final class Bindings {
    private static final List<String> MATCHES = List.of("all", "any", "all-with-x", "any-with-x");
    private final ChannelOutput out;
    private final Client client;
    private final Access access;
    private final Directory directory;
    private final Changing changing;

    /// One call of one of the four.
    ///
    /// @param answer null when the client wants none
    record Call(Binding binding, int classId, int methodId, @Nullable ClientEvent answer) {
        ExchangeName toExchange() {
            return new ExchangeName(binding.source().vhost(), binding.destination());
        }

        QueueName toQueue() {
            return new QueueName(binding.source().vhost(), binding.destination());
        }
    }

    Bindings(ChannelOutput out, Client client, Access access, Directory directory, Changing changing) {
        this.out = out;
        this.client = client;
        this.access = access;
        this.directory = directory;
        this.changing = changing;
    }

    /// @param queue after {@link ClientChannel}'s rule for names left out
    void bind(ClientMethod.QueueBind method, String queue, String routingKey) {
        bind(new Call(binding(method.exchange(), true, queue, routingKey, method.arguments()), 50, 20,
                method.noWait() ? null : new ClientEvent.QueueBound()));
    }

    void unbind(ClientMethod.QueueUnbind method, String queue, String routingKey) {
        unbind(new Call(binding(method.exchange(), true, queue, routingKey, method.arguments()), 50, 50,
                new ClientEvent.QueueUnbound()));
    }

    void bind(ClientMethod.ExchangeBind method) {
        bind(new Call(binding(method.source(), false, method.destination(), method.routingKey(), method.arguments()),
                40, 30, method.noWait() ? null : new ClientEvent.ExchangeBound()));
    }

    void unbind(ClientMethod.ExchangeUnbind method) {
        unbind(new Call(binding(method.source(), false, method.destination(), method.routingKey(), method.arguments()),
                40, 40, method.noWait() ? null : new ClientEvent.ExchangeUnbound()));
    }

    private Binding binding(String source, boolean toQueue, String destination, String routingKey,
            Map<String, Object> arguments) {
        return new Binding(new ExchangeName(client.vhost(), Exchanges.clean(source)), toQueue,
                Exchanges.clean(destination), routingKey, arguments);
    }

    private void bind(Call call) {
        if (mayChange(call) && bothAreThere(call) && isOwn(call)) {
            changing.begin(new MetadataChange.Bound(call.binding()), effective -> {
                if (effective || bothAreThere(call)) {
                    answer(call);
                }
            });
        }
    }

    /// What is not bound needs no unbinding, not even its ends.
    private void unbind(Call call) {
        if (!mayChange(call)) {
            return;
        }
        if (!directory.bindingsFrom(call.binding().source()).contains(call.binding())) {
            answer(call);
        } else if (isOwn(call)) {
            changing.begin(new MetadataChange.Unbound(call.binding()), unused -> answer(call));
        }
    }

    private void answer(Call call) {
        if (call.answer() != null) {
            out.event(call.answer());
        }
    }

    private boolean mayChange(Call call) {
        boolean toQueue = call.binding().toQueue();
        boolean writes = toQueue
                ? access.mayWrite(call.toQueue(), call.classId(), call.methodId())
                : access.mayWrite(call.toExchange(), call.classId(), call.methodId());
        if (!writes) {
            return false;
        }
        if (call.binding().source().isDefault() || !toQueue && call.binding().destination().isEmpty()) {
            return fail(call, 403, "ACCESS_REFUSED - operation not permitted on the default exchange");
        }
        return access.mayRead(call.binding().source(), call.classId(), call.methodId());
    }

    private boolean bothAreThere(Call call) {
        Exchange source = directory.exchange(call.binding().source());
        if (source == null) {
            return fail(call, 404, "NOT_FOUND - no " + call.binding().source());
        }
        if (call.binding().toQueue()) {
            QueueRecord queue = directory.record(call.toQueue());
            if (queue == null) {
                return fail(call, 404, "NOT_FOUND - no " + call.toQueue());
            } else if (queue.down()) { // N-07
                return fail(call, 404, "NOT_FOUND - home node '" + queue.master().node() + "' of durable "
                        + queue.queue() + " is down or inaccessible");
            }
        } else if (directory.exchange(call.toExchange()) == null) {
            return fail(call, 404, "NOT_FOUND - no " + call.toExchange());
        }
        String against = source.type().equals("headers") ? against(call.binding().arguments()) : null;
        return against == null || fail(call, 406, "PRECONDITION_FAILED - " + against);
    }

    private static @Nullable String against(Map<String, Object> pattern) {
        if (!pattern.containsKey("x-match")) {
            return null;
        }
        Object match = pattern.get("x-match");
        if (!(match instanceof String text)) {
            return "Invalid x-match field type " + QueueArguments.type(match) + " (value " + match
                    + "); expected longstr";
        }
        return MATCHES.contains(text)
                ? null
                : "Invalid x-match field value <<\"" + text + "\">>; expected all, any, all-with-x, or any-with-x";
    }

    private boolean isOwn(Call call) {
        QueueRecord queue = call.binding().toQueue() ? directory.record(call.toQueue()) : null;
        return queue == null || !queue.exclusive() || client.connection().equals(queue.owner())
                || fail(call, 405, Asking.locked(queue.queue()));
    }

    /// @return false
    private boolean fail(Call call, int code, String text) {
        out.fail(code, text, call.classId(), call.methodId());
        return false;
    }
}
