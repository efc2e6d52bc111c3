package mirrorlab.queue;

/// A message and where it stands, as a synchronisation reads it (S-11).
public record Standing(Held held, boolean unacknowledged) {}
