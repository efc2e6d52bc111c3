package mirrorlab.amqp;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The methods at a real RabbitMQ, so that the contract itself is true: `-Dbroker.port=5672`.
@EnabledIfSystemProperty(named = "broker.port", matches = "\\d+")
class RealMethodsTest extends MethodsContract {

    @Override
    protected int port() {
        return Integer.getInteger("broker.port");
    }
}
