package mirrorlab.metadata;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mirrorlab.policy.EffectiveDefinition;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Policy;
import mirrorlab.policy.PolicyMatching;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// User policies and operator policies as they are set (PO-01).
final class Policies {
    private final Map<String, Policy> users = new TreeMap<>();
    private final Map<String, Policy> operators = new TreeMap<>();

    void restore(List<Policy> allUsers, List<Policy> allOperators) {
        users.clear();
        operators.clear();
        allUsers.forEach(each -> users.put(key(each), each));
        allOperators.forEach(each -> operators.put(key(each), each));
    }

    List<Policy> users() {
        return List.copyOf(users.values());
    }

    List<Policy> operators() {
        return List.copyOf(operators.values());
    }

    @Nullable
    Policy user(String vhost, String name) {
        return users.get(key(vhost, name));
    }

    @Nullable
    Policy operator(String vhost, String name) {
        return operators.get(key(vhost, name));
    }

    boolean set(Policy policy) {
        return !policy.equals(users.put(key(policy), policy));
    }

    boolean setOperator(Policy policy) {
        return !policy.equals(operators.put(key(policy), policy));
    }

    boolean clear(String vhost, String name) {
        return users.remove(key(vhost, name)) != null;
    }

    boolean clearOperator(String vhost, String name) {
        return operators.remove(key(vhost, name)) != null;
    }

    void vhostRemoved(String vhost) {
        users.values().removeIf(each -> each.vhost().equals(vhost));
        operators.values().removeIf(each -> each.vhost().equals(vhost));
    }

    Optional<Policy> winner(QueueName queue) {
        return PolicyMatching.winner(users.values(), queue);
    }

    Optional<Policy> operatorWinner(QueueName queue) {
        return PolicyMatching.winner(operators.values(), queue);
    }

    Optional<Policy> winner(ExchangeName exchange) {
        return PolicyMatching.winner(users.values(), exchange);
    }

    @Nullable
    String nameFor(QueueName queue) {
        return winner(queue).map(Policy::name).orElse(null);
    }

    /// How the queue is mirrored; empty for one that is not, exclusive ones always (P-03).
    Optional<HaSettings> mirroring(QueueRecord queue) {
        Policy policy = queue.exclusive() || queue.policy() == null
                ? null
                : user(queue.queue().vhost(), queue.policy());
        return policy == null ? Optional.empty() : HaSettings.of(policy.definition());
    }

    @Nullable
    Map<String, Object> effective(QueueRecord queue) {
        Policy user = queue.policy() == null ? null : user(queue.queue().vhost(), queue.policy());
        return EffectiveDefinition.of(user, operatorWinner(queue.queue()).orElse(null));
    }

    boolean mirrors(QueueRecord queue) {
        return mirroring(queue).isPresent();
    }

    private static String key(Policy policy) {
        return key(policy.vhost(), policy.name());
    }

    private static String key(String vhost, String name) {
        return vhost.length() + ":" + vhost + name;
    }
}
