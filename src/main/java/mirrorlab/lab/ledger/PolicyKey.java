package mirrorlab.lab.ledger;

import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.QueuePicture;

/// A promotion key of a queue's policy as it stands, with RabbitMQ's default when it is not set (F-04, F-08).
record PolicyKey(String key, String value, boolean isDefault) {
    static final String ALWAYS = "always";
    static final String WHEN_SYNCED = "when-synced";

    static PolicyKey onFailure(QueuePicture queue, ClusterPicture picture) {
        return of("ha-promote-on-failure", ALWAYS, queue, picture);
    }

    static PolicyKey onShutdown(QueuePicture queue, ClusterPicture picture) {
        return of("ha-promote-on-shutdown", WHEN_SYNCED, queue, picture);
    }

    private static PolicyKey of(String key, String fallback, QueuePicture queue, ClusterPicture picture) {
        return picture.policies().stream()
                .filter(each -> each.vhost().equals(queue.name().vhost())
                        && each.name().equals(queue.record().policy()))
                .findFirst().map(each -> each.definition().get(key))
                .map(value -> new PolicyKey(key, value.toString(), false))
                .orElse(new PolicyKey(key, fallback, true));
    }

    boolean isAlways() {
        return value.equals(ALWAYS);
    }
}
