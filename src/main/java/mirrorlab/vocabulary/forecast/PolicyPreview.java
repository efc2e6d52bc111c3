package mirrorlab.vocabulary.forecast;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What a policy would change if it were set now.
///
/// @param name
///            of the policy that would be set
/// @param queues
///            those that its pattern finds, or that it counts for now, in order of virtual host and name
public record PolicyPreview(String name, List<Queue> queues) {

    /// @param policy
    ///            the policy that would count for the queue then; null without one (PO-01)
    /// @param before
    ///            the one that counts now
    /// @param priority
    ///            of `policy`, 0 without one
    /// @param masterThen
    ///            another node than `master` when the master would move (F-32)
    /// @param mirrors
    ///            where mirrors are now, eldest first
    /// @param mirrorsThen
    ///            where they would be, without those that chance decides
    /// @param drawn
    ///            what chance decides (PO-10)
    /// @param rule
    ///            number of the rule that decides
    /// @param others
    ///            policies whose pattern finds the queue and that would not count, the next best first
    public record Queue(QueueName queue, @Nullable String policy, @Nullable String before, int priority,
            NodeName master, NodeName masterThen, List<NodeName> mirrors, List<NodeName> mirrorsThen,
            QueueForecast.Drawn drawn, String rule, List<PassedOver> others) {

        /// Mirrors that would come, without those that chance decides.
        public List<NodeName> added() {
            return mirrorsThen.stream().filter(each -> !mirrors.contains(each)).toList();
        }

        /// Nodes whose replica would go.
        public List<NodeName> removed() {
            return mirrors.stream().filter(each -> !mirrorsThen.contains(each) && !each.equals(masterThen)).toList();
        }

        public boolean movesMaster() {
            return !masterThen.equals(master);
        }

        /// No replica comes, goes or moves.
        public boolean isStill() {
            return added().isEmpty() && removed().isEmpty() && drawn.count() == 0 && !movesMaster();
        }
    }

    /// A policy that would not count.
    public record PassedOver(String policy, int priority, Why why) {}

    /// Why a policy does not count although its pattern finds the queue.
    public enum Why {
        /// The one that counts has a higher priority (PO-01).
        PRIORITY,
        /// Both have the same: the first name wins (PO-01).
        NAME,
        /// It is for exchanges, or has keys of other types of queues (PO-02, PO-03).
        KIND
    }
}
