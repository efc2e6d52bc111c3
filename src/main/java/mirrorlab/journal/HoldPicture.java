package mirrorlab.journal;

import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// A point where a node was told to hold, or one where a queue holds there now.
///
/// @param point a word of `vocabulary.HoldPoint`
/// @param queue of a set point null: every queue
/// @param millis of a queue that holds: after which it goes on by itself; 0: when it is released
public record HoldPicture(NodeName node, String point, @Nullable QueueName queue, long millis) {}
