package mirrorlab.policy;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// Finds the one user policy that applies to a classic queue.
public final class PolicyMatching {
    // PO-01: the highest priority wins; RabbitMQ leaves a tie open, here the first name wins it.
    private static final Comparator<Policy> BEST_FIRST = Comparator.comparingInt(Policy::priority).reversed()
            .thenComparing(Policy::name);

    private PolicyMatching() {}

    /// The policy that counts for this queue, if any (PO-01).
    public static Optional<Policy> winner(Iterable<Policy> policies, QueueName queue) {
        return matching(policies, queue).findFirst();
    }

    /// Those that would count for this queue if there were no others, the one that counts first.
    public static Stream<Policy> matching(Iterable<Policy> policies, QueueName queue) {
        return StreamSupport.stream(policies.spliterator(), false).filter(each -> isCandidate(each, queue))
                .sorted(BEST_FIRST).filter(each -> matches(each.pattern(), queue.name()));
    }

    /// Those whose pattern finds the queue's name and that never count for it: for exchanges, or with keys of other types of
    /// queues (PO-02, PO-03).
    public static Stream<Policy> ofOtherKind(Iterable<Policy> policies, QueueName queue) {
        return StreamSupport.stream(policies.spliterator(), false)
                .filter(each -> each.vhost().equals(queue.vhost()) && !isCandidate(each, queue)).sorted(BEST_FIRST)
                .filter(each -> matches(each.pattern(), queue.name()));
    }

    /// The policy that counts for this exchange, if any (PO-01, PO-02).
    public static Optional<Policy> winner(Iterable<Policy> policies, ExchangeName exchange) {
        return StreamSupport.stream(policies.spliterator(), false)
                .filter(each -> each.vhost().equals(exchange.vhost()) && !each.applyTo().equals("queues"))
                .sorted(BEST_FIRST).filter(each -> matches(each.pattern(), exchange.name())).findFirst();
    }

    private static boolean isCandidate(Policy policy, QueueName queue) {
        return policy.vhost().equals(queue.vhost()) && !policy.applyTo().equals("exchanges") // PO-02
                && policy.definition().keySet().stream().allMatch(QueueKeys::suitsClassicQueues); // PO-03
    }

    private static boolean matches(String pattern, String name) {
        return pattern.length() <= NamePattern.MAXIMUM_LENGTH
                && NamePattern.of(pattern) instanceof NamePattern.Sound sound
                && sound.isIn(name);
    }
}
