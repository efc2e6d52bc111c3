/// What one client channel knows: publish sequence, the replicas whose confirms it expects, deliveries not yet acknowledged,
/// and consumers' tags. A pure machine; the door `amqp` turns frames into {@link mirrorlab.channel.ClientMethod}s and
/// {@link mirrorlab.channel.ClientEvent}s into frames.
@NullMarked
package mirrorlab.channel;

import org.jspecify.annotations.NullMarked;
