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
/// Where this differs from RabbitMQ: there is no ring (G-02, G-03), only its guarantee; mirrors that follow a new master
/// requeue what was unacknowledged as the new master itself does, instead of keeping it until it is dropped from the head;
/// a synchronisation has only a few batches and 8 MiB under way at a time, and a mirror asks for more only when its disk has
/// what it got (S-12, S-25), so that no node needs more memory for it than the queue takes.
@NullMarked
package mirrorlab.mirror;

import org.jspecify.annotations.NullMarked;
