/// What every node knows (M-01): who runs, which queues there are and where their replicas live, exchanges
/// and bindings, policies, virtual hosts, users and what these may do.
///
/// A replicated state machine: the oldest running node sequences {@link mirrorlab.metadata.MetadataChange changes} as one ordered
/// stream, every running node applies them in that order, and a change is answered when all of them have applied it (M-06,
/// M-08). {@link mirrorlab.metadata.MetadataMachine} is one node's part: its copy, the entrance of nodes, and the election of
/// who goes on. No majority is asked: split sides go on by themselves. When the sequencer dies the next oldest compares, fills
/// and fences (room `multicast`), then sequences. A joiner gets a snapshot and the tail. Changes of a queue's record name the
/// master they are based on and have no effect when that is no longer the one recorded (F-03).
@NullMarked
package mirrorlab.metadata;

import org.jspecify.annotations.NullMarked;
