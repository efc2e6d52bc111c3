/// One node as one pure machine: {@link mirrorlab.broker.Broker#on inputs in, effects out}. It composes the core rooms and
/// holds no rule of its own.
@NullMarked
package mirrorlab.broker;

import org.jspecify.annotations.NullMarked;
