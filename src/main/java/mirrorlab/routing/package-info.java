/// Which queues a message goes to: exchanges of the four types and the bindings between them and queues.
///
/// The metadata own exchanges and bindings; this room holds the index by which a publish finds its queues: per exchange a
/// {@link mirrorlab.routing.Matcher} of its type, changed one binding at a time. A walk starts at the published exchange and
/// visits every exchange at most once, so that bindings in a circle end (exchange-to-exchange); an exchange of which no binding
/// matches hands over to its alternate exchange. Every queue is found once, in order of name. The default exchange has no
/// index: its routing key is the queue's name (M-02).
@NullMarked
package mirrorlab.routing;

import org.jspecify.annotations.NullMarked;
