/// One queue's contents as one replica holds them, and the consumers of its master.
///
/// {@link mirrorlab.queue.QueueContents} keeps the ready and the unacknowledged messages, each under the position it was
/// given when it was enqueued; a position never changes, so a message that is requeued returns to its old place (F-11).
/// Master and mirrors use the same class. Of a long queue only the two ends are messages; what is between them is packed
/// ({@link mirrorlab.vocabulary.PackedMessages}), a million small messages in little more than their bodies, and a
/// synchronisation copies it as it is ({@link mirrorlab.queue.Batch}, S-11).
/// {@link mirrorlab.queue.Consumers} says whose turn it is; only a master has
/// one. Nothing here knows of other replicas, of channels' delivery tags or of disks.
@NullMarked
package mirrorlab.queue;

import org.jspecify.annotations.NullMarked;
