package mirrorlab.ui.twin;

import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// Which page of the management screen is open.
sealed interface Place {

    record Overview() implements Place {}

    record Connections() implements Place {}

    record Channels() implements Place {}

    record Exchanges() implements Place {}

    record OneExchange(ExchangeName exchange) implements Place {}

    record Queues() implements Place {}

    record OneQueue(QueueName queue) implements Place {}

    record Policies() implements Place {}

    /// Its tab: `overview`, `connections`, `channels`, `exchanges`, `queues`, `admin`.
    default String tab() {
        return switch (this) {
            case Overview() -> "overview";
            case Connections() -> "connections";
            case Channels() -> "channels";
            case Exchanges() -> "exchanges";
            case OneExchange(ExchangeName exchange) -> "exchanges";
            case Queues() -> "queues";
            case OneQueue(QueueName queue) -> "queues";
            case Policies() -> "admin";
        };
    }
}
