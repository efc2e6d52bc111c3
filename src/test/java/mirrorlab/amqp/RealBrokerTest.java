package mirrorlab.amqp;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The contract at a real RabbitMQ, so that the contract itself is true: `-Dbroker.port=5672`.
@EnabledIfSystemProperty(named = "broker.port", matches = "\\d+")
class RealBrokerTest extends AmqpContract {

    @Override
    protected int port() {
        return Integer.getInteger("broker.port");
    }
}
