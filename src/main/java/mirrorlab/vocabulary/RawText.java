package mirrorlab.vocabulary;

/// A long string of an AMQP table that is not UTF-8, as it came.
public record RawText(Bytes bytes) {}
