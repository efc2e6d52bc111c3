package mirrorlab.amqp;

import java.util.function.LongConsumer;
import mirrorlab.node.Mailbox;
import org.slf4j.Logger;

/// What every connection has of its door.
///
/// @param frozen
///            closed while the node is paused
/// @param gone
///            told the number of a connection that has ended
record Surroundings(AmqpSettings settings, Mailbox core, Accounts accounts, Gate frozen, Logger log,
        LongConsumer gone) {}
