package mirrorlab.routing;

import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// Where a binding leads, made once per binding.
sealed interface Target {
    record ToQueue(QueueName queue) implements Target {}

    record ToExchange(ExchangeName exchange) implements Target {}

    static Target of(Binding binding) {
        String vhost = binding.source().vhost();
        return binding.toQueue()
                ? new ToQueue(new QueueName(vhost, binding.destination()))
                : new ToExchange(new ExchangeName(vhost, binding.destination()));
    }
}
