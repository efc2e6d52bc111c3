/// One replica of one queue as a state machine: master and mirror, synchronisation, promotion, loss.
///
/// A publish reaches every replica twice. The channel's node sends a *direct copy* to master and mirrors; the master sends its
/// own *ordered stream*. A mirror enqueues on the stream only, so that all replicas have the master's order, and confirms when
/// it has seen both (P-10 to P-13, P-20). The copies are not waste: when the master dies before its stream went out, a mirror
/// that is promoted still has them and enqueues them then (F-11).
///
/// When the master is gone the mirrors freeze; the eldest alive compares, fills, asks the metadata to be master, and goes on
/// in a new epoch (F-01 to F-05, section 12). Whether it lacks something is not asked: what it never had is lost (F-13).
///
/// # Where the broker differs from its own guide
///
/// RabbitMQ's guide to mirrored queues and what people tell each other of it differ from what the broker does. The
/// lab does what the broker does; each place has a test, a recording or both.
///
/// - *"The oldest synchronised mirror is promoted."* The eldest **alive** is, whatever its state (F-02). Both are
///   the same most of the time, because who is older lacks less. Where the guide's sentence matters is
///   `ha-promote-on-failure` = `when-synced`: it asks only whether the record names **any** synchronised mirror,
///   which may be one that died with the master. Then an unsynchronised mirror is promoted under `when-synced`, and
///   confirmed messages are lost (F-04, F-05).
/// - *"When all mirrors refuse, the queue has no mirrors."* The record stays as it was: it names the dead master
///   and mirrors that have stopped. No policy brings the queue back, only its master's node does (F-04, F-36).
/// - *"A crash and a stop are alike, with two keys."* `ha-promote-on-shutdown` = `always` alone does not help when
///   `ha-promote-on-failure` is `when-synced`: the candidate still refuses (F-10).
/// - *"A confirm means that the message is on every mirror."* It means that every replica which was there when it
///   was published has answered **or is gone**; one answer is enough (P-18, P-21). Unsynchronised mirrors count, so
///   that one frozen mirror, which could not save anything, holds back all confirms. And a confirm comes for what
///   was deleted with its queue (P-23).
/// - *"Acknowledging an old delivery after a failover is harmless."* Tags stay valid and name **positions** at the
///   new master. If that became a mirror while the queue held something, its positions are others: the
///   acknowledgement removes a message that nobody acknowledged, and the one it meant stays (F-22). The lab tells
///   it when it happens; the broker does not.
/// - *"`sync_queue` returns when the mirrors are synchronised."* It returns when the master has sent everything
///   (S-25). A mirror deletes all that it has before the first batch, also what it alone would have saved (S-09),
///   and a synchronisation that breaks off leaves it empty and unsynchronised, which even draining the queue does
///   not mend (S-16, S-17, S-19).
/// - *"Redelivered means that somebody had it before."* After a failover everything that was on the mirror is
///   redelivered, seen by anybody or not (P-14, F-12).
/// - *"A queue whose master's node is down can be declared again."* A mirrored one hangs for more than a minute and
///   then is not found (F-25); one without mirrors is refused at once (N-07); a transient mirrored one becomes a
///   ghost that no node brings back and no list shows (F-26, F-28).
/// - *"`nodes` moves the queue to the listed nodes."* A master that is not listed stays until a mirror is
///   synchronised, perhaps for ever in manual mode; who leads in between may be listed by nobody (PO-13, PO-14).
/// - *"Policies add up."* One counts, the others do not (PO-01); and a single key that a queue's type does not know
///   switches the whole policy off (PO-03).
/// - *"Transient queues and messages are lost with the master."* With a mirror both survive, and are gone only with
///   the last replica (N-33).
///
/// Where this room differs from RabbitMQ: there is no ring (G-02, G-03), only its guarantee; mirrors that follow a new master
/// requeue what was unacknowledged as the new master itself does, instead of keeping it until it is dropped from the head;
/// a synchronisation has only a few batches and 8 MiB under way at a time, and a mirror asks for more only when its disk has
/// what it got (S-12, S-25), so that no node needs more memory for it than the queue takes.
@NullMarked
package mirrorlab.mirror;

import org.jspecify.annotations.NullMarked;
