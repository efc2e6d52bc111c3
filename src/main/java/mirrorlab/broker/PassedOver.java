package mirrorlab.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.metadata.MetadataState;
import mirrorlab.policy.Policy;
import mirrorlab.policy.PolicyMatching;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;

/// Tells of policies that would mirror a queue, were there not one of higher priority (PO-01): whoever set them expects
/// their keys to count, too. The master's node tells it.
final class PassedOver {
    private PassedOver() {}

    static List<Happening> by(MetadataChange change, MetadataState state, NodeName self) {
        List<Happening> told = new ArrayList<>();
        switch (change) {
            case MetadataChange.QueueCreated created -> {
                QueueRecord record = state.queue(created.queue());
                if (record != null && record.master().node().equals(self)) {
                    policies(record.queue(), state).forEach(told::add);
                }
            }
            case MetadataChange.PolicySet(Policy policy) -> state.queues().forEach(record -> {
                if (record.master().node().equals(self) && record.queue().vhost().equals(policy.vhost())) {
                    policies(record.queue(), state)
                            .filter(each -> each.policy().equals(policy.name()) || each.winner().equals(policy.name()))
                            .forEach(told::add);
                }
            });
            default -> {
            }
        }
        return told;
    }

    private static Stream<Happening.PolicyPassedOver> policies(QueueName queue, MetadataState state) {
        List<Policy> matching = PolicyMatching.matching(state.policies(), queue).toList();
        return matching.stream().skip(1).filter(each -> each.definition().containsKey("ha-mode"))
                .map(each -> new Happening.PolicyPassedOver(queue, each.name(), each.priority(),
                        matching.getFirst().name(), matching.getFirst().priority()));
    }
}
