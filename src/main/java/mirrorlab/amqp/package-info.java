/// The AMQP 0-9-1 door of a node: what publishers and consumers connect to.
///
/// A connection lives here: protocol header, handshake, heartbeats, frames, flow of bytes. What a channel *means*
/// (publish sequence, unacknowledged deliveries, consumers) lives in the core, in room `channel`. The door turns frames
/// into {@link mirrorlab.broker.Input}s and {@link mirrorlab.channel.ClientEvent}s into frames, and holds no rule of
/// queues.
///
/// ```
///   client's socket ──> reading thread: FrameReader, MethodReader, ContentAssembly ──> Mailbox.post ──> node's loop
///   client's socket <── writing thread: EventWriter, FrameWriter <── Outgoing <── AmqpDoor.deliver <── node's loop
/// ```
///
/// **Threads.** Two of the system's threads per connection: a virtual one costs three changes of threads for each read.
/// Inputs of one connection are posted in the order in which they were read; before it waits for the socket, the reading
/// thread helps the loop with them. The writing thread takes all that waits, writes it and flushes once; a few small things
/// the loop writes itself, as far as the socket takes them. Nagle's algorithm is off.
///
/// **Who waits for whom.** The loop never waits: {@link mirrorlab.amqp.AmqpDoor#deliver} appends to a queue. A client
/// that does not read lets that queue grow; over `outgoingMax` bytes its connection is cut with a line in the log,
/// whatever waits there, deliveries included, because the door cannot give a message back. So that this does not happen
/// to an honest slow consumer without prefetch, the writing thread tells the core by
/// {@link mirrorlab.broker.Input.DeliveriesWritten} what has left, and a core keeps few deliveries under way, as
/// RabbitMQ's queues do with their limit of 200. The other way round, a node with too many unprocessed inputs makes
/// {@link mirrorlab.node.Mailbox#post} wait, the reading thread with it, and the client's socket fills. A
/// {@link mirrorlab.channel.ClientEvent.Flow} does the same to publishers only (P-30): the next publish waits, and
/// `connection.blocked` is sent when there is a reason and the client wants to know.
///
/// **Closing.** The core forgets a channel when it says ChannelFailed, or after Input.ChannelClosed when it says
/// ChannelClosed; what the client still sends for it is swallowed here ({@link mirrorlab.amqp.DoorChannel} draws it),
/// but inputs posted before the door knew may still arrive: the core drops inputs for channels it does not have. Every
/// connection that was opened is followed by one Input.ConnectionClosed: at the client's connection.close before its
/// close-ok, at a client's mistake before its connection.close, and when a socket breaks. `*-ok` events are written as
/// they come: for a method with `noWait` the core gives none. Reply texts of the core are written as they are
/// (`NOT_FOUND - …`).
///
/// **Where we differ from RabbitMQ 3.10.8**, on purpose: a table that cannot be decoded and an unknown method are
/// answered by 501 and 503 where it drops the connection; a login is refused without its delay of 3 s; a message that is
/// too large is refused at its header instead of after its last byte; content properties that cannot be decoded are 502,
/// not 541.
@NullMarked
package mirrorlab.amqp;

import org.jspecify.annotations.NullMarked;
