package mirrorlab.lab.ledger;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;

/// A key of a queue's policy as it stands, with RabbitMQ's default when it is not set (F-04, F-08, S-22).
record PolicyKey(String key, String value, boolean isDefault) {
    static final String ALWAYS = "always";
    static final String WHEN_SYNCED = "when-synced";

    static PolicyKey onFailure(QueuePicture queue, ClusterPicture picture) {
        return of("ha-promote-on-failure", ALWAYS, queue, picture);
    }

    static PolicyKey onShutdown(QueuePicture queue, ClusterPicture picture) {
        return of("ha-promote-on-shutdown", WHEN_SYNCED, queue, picture);
    }

    static PolicyKey syncMode(QueuePicture queue, ClusterPicture picture) {
        return of("ha-sync-mode", "manual", queue, picture);
    }

    private static PolicyKey of(String key, String fallback, QueuePicture queue, ClusterPicture picture) {
        return policy(queue, picture).map(each -> each.definition().get(key))
                .map(value -> new PolicyKey(key, value.toString(), false))
                .orElse(new PolicyKey(key, fallback, true));
    }

    /// The user policy that counts for the queue, as its record says.
    static Optional<Happening.PolicySet> policy(QueuePicture queue, ClusterPicture picture) {
        return picture.policies().stream().filter(
                each -> each.vhost().equals(queue.name().vhost()) && each.name().equals(queue.record().policy()))
                .findFirst();
    }

    /// `ha-mode = exactly, ha-params = 2 (policy ha)`, or that nothing mirrors the queue.
    static Sentence placement(QueuePicture queue, ClusterPicture picture) {
        return policy(queue, picture).filter(each -> each.definition().containsKey("ha-mode"))
                .map(each -> Sentence.of("cause.placement", each.name(), placement(each)))
                .orElse(Sentence.of("cause.placement.none"));
    }

    private static String placement(Happening.PolicySet policy) {
        Object parameters = policy.definition().get("ha-params");
        String mode = "ha-mode = " + policy.definition().get("ha-mode");
        return switch (parameters) {
            case null -> mode;
            case List<?> nodes ->
                mode + ", ha-params = " + String.join(", ", nodes.stream().map(PolicyKey::shortName).toList());
            default -> mode + ", ha-params = " + parameters;
        };
    }

    private static String shortName(Object node) {
        return node.toString().split("@", 2)[0];
    }

    boolean isAlways() {
        return value.equals(ALWAYS);
    }

    boolean isAutomatic() {
        return value.equals("automatic");
    }

    /// `ha-promote-on-failure = always (default)`.
    Sentence sentence() {
        return Sentence.of(Reason.key("cause.key", isDefault), key, value);
    }
}
