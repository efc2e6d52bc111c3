/// One sender's ordered stream to a group, and what the group does when the sender dies.
///
/// The sender numbers its operations (epoch, sequence). Receivers apply them in order and acknowledge cumulatively; what all
/// have is *stable* and forgotten. When the sender dies the survivors freeze, the candidate compares how far each came, fetches
/// what it lacks, fills the others up, and fences the old epoch. This gives what RabbitMQ's GM guarantees (G-04 to G-06): what
/// reached one survivor reaches all, before the death is acted upon. What reached nobody is gone (G-05). GM's ring is not built.
///
/// Two users: a queue's master, and the metadata's sequencer.
@NullMarked
package mirrorlab.multicast;

import org.jspecify.annotations.NullMarked;
