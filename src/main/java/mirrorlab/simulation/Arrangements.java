package mirrorlab.simulation;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import mirrorlab.broker.AdminCommand;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// What administrators change by chance apart from policies: exchanges, bindings, virtual hosts, users.
final class Arrangements {
    private static final List<String> TYPES = List.of("direct", "fanout", "topic", "headers");
    private static final List<String> KEYS = List.of("", "a", "a.b", "a.*", "#", "*.b.#");
    private final RandomGenerator chance;
    private final List<QueueName> queues;

    Arrangements(RandomGenerator chance, List<QueueName> queues) {
        this.chance = chance;
        this.queues = queues;
    }

    AdminCommand next() {
        return switch (chance.nextInt(12)) {
            case 0, 1, 2 -> new AdminCommand.DeclareExchange(exchange());
            case 3 -> new AdminCommand.DeleteExchange(name(), chance.nextBoolean());
            case 4, 5, 6, 7 -> new AdminCommand.Bind(binding());
            case 8 -> new AdminCommand.Unbind(binding());
            case 9 -> chance.nextInt(3) == 0
                    ? new AdminCommand.DeleteVhost("other")
                    : new AdminCommand.AddVhost("other");
            case 10 -> chance.nextInt(3) == 0
                    ? new AdminCommand.DeleteUser("somebody")
                    : new AdminCommand.PutUser("somebody", "secret", Bytes.of(new byte[]{1, 2, 3, 4}), null, List.of());
            default -> new AdminCommand.SetPermissions("somebody", chance.nextBoolean() ? "/" : "other", ".*", "", "a");
        };
    }

    private ExchangeName name() {
        return new ExchangeName(chance.nextInt(4) == 0 ? "other" : "/", "exchange " + chance.nextInt(4));
    }

    private Exchange exchange() {
        ExchangeName name = name();
        Map<String, Object> arguments = chance.nextInt(3) == 0
                ? Map.of("alternate-exchange", name().name())
                : Map.of();
        return new Exchange(name, TYPES.get(chance.nextInt(TYPES.size())), chance.nextBoolean(), chance.nextInt(3) == 0,
                false, arguments);
    }

    private Binding binding() {
        boolean toQueue = chance.nextInt(3) > 0;
        String destination = toQueue ? queues.get(chance.nextInt(queues.size())).name() : name().name();
        return new Binding(name(), toQueue, destination, KEYS.get(chance.nextInt(KEYS.size())),
                chance.nextInt(3) == 0 ? Map.of("a", 1) : Map.of());
    }
}
