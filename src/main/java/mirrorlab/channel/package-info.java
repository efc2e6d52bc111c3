/// What one client channel knows: publish sequence, the replicas whose confirms it expects, deliveries not yet acknowledged,
/// and consumers' tags. A pure machine; the door `amqp` turns frames into {@link mirrorlab.channel.ClientMethod}s and
/// {@link mirrorlab.channel.ClientEvent}s into frames.
///
/// RabbitMQ's credit for each replica (P-29, P-30) is not built: there a channel asks its client to wait as soon as 400
/// messages are on their way to a master, or 200 to a mirror. Here copies travel in batches, and a publisher with a thousand
/// messages unconfirmed would wait for the slowest mirror after every 200 of them instead of for its confirms. What slows a
/// publisher down is its node's full mailbox, an alarm, and its own wait for confirms, which a frozen mirror holds back as in
/// RabbitMQ (P-18); a peer for which {@link mirrorlab.vocabulary.PeerMessage}s pile up on its link loses the link.
@NullMarked
package mirrorlab.channel;

import org.jspecify.annotations.NullMarked;
