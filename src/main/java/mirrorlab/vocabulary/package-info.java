/// The words that every room says, as plain immutable records. One word, one meaning:
///
/// | word | meaning |
/// |---|---|
/// | node | one broker, one process; full name `rabbit1@localhost` |
/// | replica | one node's copy of a queue: the *master* or one of its *mirrors* |
/// | channel | one client channel at one node; its incarnation and a sequence name a message |
/// | position | the number a replica gives a message when it enqueues it; also the ack tag (F-22) |
/// | interval | consecutive message ids of one channel |
/// | exchange, binding | where a message is published to, and a way from there to queues |
/// | expiry | the moment from which a master lets a message expire, milliseconds since 1970 |
/// | vhost | RabbitMQ's virtual host, the namespace of queues and policies |
@NullMarked
package mirrorlab.vocabulary;

import org.jspecify.annotations.NullMarked;
