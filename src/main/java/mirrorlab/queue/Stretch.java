package mirrorlab.queue;

import mirrorlab.vocabulary.PackedMessages;

/// Messages that follow each other in a queue, all of them ready or none, as a synchronisation copies them (S-11).
public record Stretch(PackedMessages messages, boolean unacknowledged) {}
