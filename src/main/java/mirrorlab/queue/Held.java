package mirrorlab.queue;

import mirrorlab.vocabulary.Message;

/// A message in its place.
///
/// @param position
///            counted from 1 in the order of this replica's enqueues; also the number its acknowledgement names (F-22)
/// @param delivered
///            whether the next delivery says `redelivered` (P-14)
public record Held(long position, Message message, boolean delivered) {
    Held asDelivered() {
        return delivered ? this : new Held(position, message, true);
    }
}
