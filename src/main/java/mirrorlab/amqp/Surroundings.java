package mirrorlab.amqp;

import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import mirrorlab.node.Mailbox;
import mirrorlab.vocabulary.Bytes;
import org.slf4j.Logger;

/// What every connection has of its door.
///
/// @param frozen
///            closed while the node is paused
/// @param gone
///            told the number of a connection that has ended
/// @param bodies
///            decides where the body of a message is kept
record Surroundings(AmqpSettings settings, Mailbox core, Accounts accounts, Gate frozen, Logger log,
        LongConsumer gone, UnaryOperator<Bytes> bodies) {}
