/// AMQP 0-9-1 as bytes: frames in and out, method arguments, content. Nothing here knows sockets' lives or the core's
/// state.
///
/// | class | bytes |
/// |---|---|
/// | {@link mirrorlab.amqp.wire.FrameReader} | one frame at a time out of a growing buffer |
/// | {@link mirrorlab.amqp.wire.MethodReader} | a method frame's payload → {@link mirrorlab.amqp.wire.ClientRequest} |
/// | {@link mirrorlab.amqp.wire.ContentAssembly} | publish, header and bodies → one `ClientMethod.BasicPublish` |
/// | {@link mirrorlab.amqp.wire.EventWriter} | a {@link mirrorlab.channel.ClientEvent} → frames |
///
/// The codec of RabbitMQ's Java client writes the methods that are rare. It does not read: it allocates what a length
/// field claims and recurses as deep as a table nests, which a client may trust its server with, but not the other
/// way round.
@NullMarked
package mirrorlab.amqp.wire;

import org.jspecify.annotations.NullMarked;
