package mirrorlab.vocabulary;

import java.util.List;

/// Where a publish goes.
///
/// @param queues each once, in order of name
/// @param through the exchanges it passes, the one it was sent to first; empty for the default exchange
public record Routes(List<QueueName> queues, List<ExchangeName> through) {}
