package mirrorlab.channel;

import java.util.List;
import java.util.Map;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import org.jspecify.annotations.Nullable;

/// The methods exchange.declare and exchange.delete of one channel.
final class Exchanges {
    private static final int EXCHANGE = 40;
    private static final int DECLARE = 10;
    private static final int DELETE = 20;
    private static final List<String> TYPES = List.of("direct", "fanout", "topic", "headers");
    private static final String ALTERNATE = "alternate-exchange";
    private final ChannelOutput out;
    private final String vhost;
    private final Access access;
    private final Directory directory;
    private final Changing changing;

    Exchanges(ChannelOutput out, String vhost, Access access, Directory directory, Changing changing) {
        this.out = out;
        this.vhost = vhost;
        this.access = access;
        this.directory = directory;
        this.changing = changing;
    }

    /// RabbitMQ takes names without line ends.
    static String clean(String name) {
        return name.indexOf('\r') < 0 && name.indexOf('\n') < 0 ? name : name.replace("\r", "").replace("\n", "");
    }

    void declare(ClientMethod.ExchangeDeclare method) {
        ExchangeName name = new ExchangeName(vhost, clean(method.exchange()));
        if (!method.passive() && !TYPES.contains(method.type())) {
            out.failConnection(503, "COMMAND_INVALID - unknown exchange type '" + method.type() + "'", EXCHANGE,
                    DECLARE);
            return;
        }
        if (isDefault(name, DECLARE)) {
            return;
        }
        Exchange known = directory.exchange(name);
        if (method.passive()) {
            if (known == null) {
                fail(404, "NOT_FOUND - no " + name, DECLARE);
            } else {
                declared(method);
            }
        } else if (access.mayConfigure(name, EXCHANGE, DECLARE)) {
            if (known != null) {
                compare(method, known);
            } else if (mayBeMade(method, name)) {
                changing.begin(new MetadataChange.ExchangeDeclared(new Exchange(name, method.type(), method.durable(),
                        method.autoDelete(), method.internal(), method.arguments())), unused -> made(method, name));
            }
        }
    }

    private boolean mayBeMade(ClientMethod.ExchangeDeclare method, ExchangeName name) {
        if (name.name().startsWith("amq.")) {
            fail(403, "ACCESS_REFUSED - exchange name '" + name.name() + "' contains reserved prefix 'amq.*'", DECLARE);
            return false;
        }
        if (!method.arguments().containsKey(ALTERNATE)) {
            return true;
        }
        if (!(method.arguments().get(ALTERNATE) instanceof String alternate)) {
            fail(406, "PRECONDITION_FAILED - invalid type '"
                    + QueueArguments.type(method.arguments().get(ALTERNATE)) + "' for arg '" + ALTERNATE + "' in "
                    + name, DECLARE);
            return false;
        }
        return access.mayRead(name, EXCHANGE, DECLARE)
                && access.mayWrite(new ExchangeName(vhost, alternate), EXCHANGE, DECLARE);
    }

    /// By this declaration, or by another one that came before it.
    private void made(ClientMethod.ExchangeDeclare method, ExchangeName name) {
        Exchange known = directory.exchange(name);
        if (known == null) {
            declared(method); // and deleted since
        } else {
            compare(method, known);
        }
    }

    private void compare(ClientMethod.ExchangeDeclare method, Exchange known) {
        String difference = difference(method, known);
        if (difference == null) {
            declared(method);
        } else {
            fail(406, "PRECONDITION_FAILED - " + difference, DECLARE);
        }
    }

    private void declared(ClientMethod.ExchangeDeclare method) {
        if (!method.noWait()) {
            out.event(new ClientEvent.ExchangeDeclared());
        }
    }

    private static @Nullable String difference(ClientMethod.ExchangeDeclare method, Exchange known) {
        if (!method.type().equals(known.type())) {
            return Equivalence.text("type", known.name(), method.type(), known.type());
        }
        if (method.durable() != known.durable()) {
            return Equivalence.text("durable", known.name(), method.durable(), known.durable());
        }
        if (method.autoDelete() != known.autoDelete()) {
            return Equivalence.text("auto_delete", known.name(), method.autoDelete(), known.autoDelete());
        }
        if (method.internal() != known.internal()) {
            return Equivalence.text("internal", known.name(), method.internal(), known.internal());
        }
        Map<String, Object> given = method.arguments();
        return Equivalence.difference(ALTERNATE, known.name(), given, known.arguments());
    }

    void delete(ClientMethod.ExchangeDelete method) {
        ExchangeName name = new ExchangeName(vhost, clean(method.exchange()));
        if (isDefault(name, DELETE)) {
            return;
        }
        if (name.name().startsWith("amq.")) {
            fail(403, "ACCESS_REFUSED - deletion of system " + name + " not allowed", DELETE);
        } else if (access.mayConfigure(name, EXCHANGE, DELETE)) {
            if (directory.exchange(name) == null) {
                deleted(method);
            } else {
                changing.begin(new MetadataChange.ExchangeDeleted(name, method.ifUnused()), effective -> {
                    if (effective || directory.exchange(name) == null) {
                        deleted(method);
                    } else {
                        fail(406, "PRECONDITION_FAILED - " + name + " in use", DELETE);
                    }
                });
            }
        }
    }

    private void deleted(ClientMethod.ExchangeDelete method) {
        if (!method.noWait()) {
            out.event(new ClientEvent.ExchangeDeleted());
        }
    }

    private boolean isDefault(ExchangeName name, int methodId) {
        if (name.isDefault()) {
            fail(403, "ACCESS_REFUSED - operation not permitted on the default exchange", methodId);
        }
        return name.isDefault();
    }

    private void fail(int code, String text, int methodId) {
        out.fail(code, text, EXCHANGE, methodId);
    }
}
