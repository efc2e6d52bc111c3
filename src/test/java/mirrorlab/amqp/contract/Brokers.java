package mirrorlab.amqp.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// The brokers of this run, each started when the first test wants it and ended with the last test of the JVM.
final class Brokers implements ArgumentsProvider {
    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(Brokers.class);

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        String uri = System.getProperty("broker", "");
        if (!uri.isEmpty()) {
            return Stream.of(Arguments.of(of(context, "named", () -> new NamedBroker(uri))));
        }
        return Stream.of(Arguments.of(of(context, "one", LabBroker::oneNode)),
                Arguments.of(of(context, "three", LabBroker::threeNodes)));
    }

    private interface Start {
        Broker start() throws Exception;
    }

    private static Broker of(ExtensionContext context, String name, Start start) {
        return context.getRoot().getStore(HERE).computeIfAbsent(name, _ -> {
            try {
                return start.start();
            } catch (Exception e) {
                throw new IllegalStateException("no broker for the contract", e);
            }
        }, Broker.class);
    }
}
