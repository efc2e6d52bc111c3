package mirrorlab.journal;

import mirrorlab.vocabulary.Exchange;
import org.jspecify.annotations.Nullable;

/// An exchange as a node has it.
///
/// @param alternate name of the exchange that gets what no binding takes, by argument or policy; null for none
public record ExchangePicture(Exchange exchange, @Nullable String alternate) {}
