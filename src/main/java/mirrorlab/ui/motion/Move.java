package mirrorlab.ui.motion;

import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// One thing that moves on the stage, from one spot to another.
///
/// @param queue whose lane it moves in; null for what happens to a whole node
/// @param count messages that it stands for
/// @param start in nanoseconds of the frame clock, `duration` too
/// @param still stands at its end all the time
public record Move(Kind kind, @Nullable QueueName queue, Place from, Place to, long count, long start, long duration,
        boolean still) {

    public enum Kind {
        /// A direct copy from the channel's node to a replica.
        COPY,
        /// The channel told its client.
        CONFIRM,
        /// A client's request goes to the master, wherever the client is connected.
        REQUEST,
        /// A message goes from the master to a client.
        DELIVERY,
        /// The crown slides from the lost master to the new one.
        PROMOTION,
        /// Where a policy change puts a new mirror.
        GHOST,
        /// A still ring around a node that died.
        DEATH,
        /// More were promoted than could take turns: how many, on which node.
        SUMMARY,
        /// What a row has no room to show otherwise: crosses where the messages were that are lost.
        LOSS,
        /// In place of what moves, for those who want nothing to move: from where to where, and how many.
        ARROW
    }

    /// @param other the column on the other side, which decides at which edge a copy waits
    public record Place(NodeName node, Spot spot, NodeName other) {}

    public enum Spot {
        /// Where clients of a node enter the lane.
        PORT,
        /// Just before a replica: a copy that is held back stops here.
        EDGE,
        /// The replica itself.
        REPLICA
    }

    long end() {
        return start + duration;
    }

    /// 0 to 1, eased at both ends.
    double progress(long nanos) {
        if (still) {
            return 1;
        }
        double t = Math.clamp((double) (nanos - start) / duration, 0, 1);
        return t * t * (3 - 2 * t);
    }

    /// Has a part that is painted once and then only moved ({@link Movers}).
    boolean isSmall() {
        return switch (kind) {
            case COPY, CONFIRM, REQUEST, DELIVERY -> true;
            case PROMOTION -> !still;
            case GHOST, DEATH, SUMMARY, LOSS, ARROW -> false;
        };
    }

    /// Has a part that stands as long as the move lasts ({@link MotionPainter}).
    boolean isLarge() {
        return switch (kind) {
            case COPY, CONFIRM, REQUEST, DELIVERY -> false;
            case PROMOTION, GHOST, DEATH, SUMMARY, LOSS, ARROW -> true;
        };
    }

    boolean isActive(long nanos) {
        return nanos >= start && nanos < end();
    }
}
