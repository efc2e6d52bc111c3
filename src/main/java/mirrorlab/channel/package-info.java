/// What one client channel knows: publish sequence, the replicas whose confirms it expects, deliveries not yet acknowledged,
/// and consumers' tags. A pure machine; the door `amqp` turns frames into {@link mirrorlab.channel.ClientMethod}s and
/// {@link mirrorlab.channel.ClientEvent}s into frames.
///
/// Publishers are slowed down by the slowest replica: each replica lends a channel credit, and one without credit anywhere stops
/// reading its client (P-29, P-30), so that a frozen mirror stops a publisher, whether it waits for confirms or not. Beside this
/// a node's full mailbox and an alarm slow publishers down, and a peer for which
/// {@link mirrorlab.vocabulary.PeerMessage}s pile up on its link loses the link.
@NullMarked
package mirrorlab.channel;

import org.jspecify.annotations.NullMarked;
