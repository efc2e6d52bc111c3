/// How steps are done at a live cluster: messages with RabbitMQ's own Java client, everything else through the nodes'
/// HTTP doors. A step never throws: a {@link mirrorlab.lab.play.StepFault} becomes an error in its result.
@NullMarked
package mirrorlab.lab.play;

import org.jspecify.annotations.NullMarked;
