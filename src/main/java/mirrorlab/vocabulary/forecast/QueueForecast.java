package mirrorlab.vocabulary.forecast;

import java.util.List;
import java.util.Locale;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What would become of one queue.
///
/// @param master
///            the node of the recorded master, alive or not
/// @param promoted
///            the node whose mirror would be master then; null when nobody takes over
/// @param mirrors
///            where the mirrors are afterwards, in order of age, without those that chance decides
/// @param drawn
///            what chance decides
/// @param kept
///            messages that the queue has afterwards, or that come back with `until`
/// @param lost
///            messages that are gone for good
/// @param until
///            the node that brings the queue back when it returns (F-29); null for a queue that lives, or that nothing
///            brings back (F-28)
public record QueueForecast(QueueName queue, Outcome outcome, NodeName master, @Nullable NodeName promoted,
        List<NodeName> mirrors, Drawn drawn, long kept, Lost lost, @Nullable NodeName until, Reason reason,
        List<Doubt> doubts) {

    public enum Outcome {
        /// Neither a replica nor a message less.
        UNCHANGED,
        /// The master stays, mirrors are gone.
        MIRROR_LOST,
        /// A mirror becomes master (F-01).
        PROMOTED,
        /// No replica runs; the record stays (F-04, F-08, F-25, N-06).
        DOWN,
        /// The queue is deleted (N-05, F-37).
        GONE;

        /// `mirror-lost`, and so on.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// @param count
    ///            how many further mirrors
    /// @param among
    ///            the nodes that may get them (PO-10); empty with count 0
    public record Drawn(int count, List<NodeName> among) {
        public static final Drawn NOTHING = new Drawn(0, List.of());
    }

    /// @param messages
    ///            their names as far as they are known; all of them when they are as many as `count`
    public record Lost(long count, MessageSet messages) {
        public static final Lost NOTHING = new Lost(0, MessageSet.EMPTY);
    }

    /// @param rule
    ///            number of the rule that decides
    /// @param policy
    ///            the policy in force; null without one
    /// @param key
    ///            the policy's deciding key; null when no key decides
    /// @param value
    ///            its value, RabbitMQ's default when `isDefault`
    public record Reason(String rule, @Nullable String policy, @Nullable String key, @Nullable String value,
            boolean isDefault) {}

    /// Who is master, and whether there is one, is sure.
    public boolean isDefinite() {
        return doubts.isEmpty() || doubts.equals(List.of(Doubt.RANDOM_PLACEMENT));
    }
}
