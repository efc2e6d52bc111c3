package mirrorlab.channel;

import java.util.LinkedHashMap;
import java.util.Map;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// How much a channel may still send to each replica: a copy costs one credit at a master and two at a mirror (P-29), and
/// replicas give them back. As in RabbitMQ a channel without credit at any replica makes its client wait, and what is on its way
/// already is sent all the same (P-30).
final class Credits {
    /// As RabbitMQ's `credit_flow_default_credit`.
    static final int INITIAL = 400;
    private static final int MASTER = 1;
    private static final int MIRROR = 2;
    private final Map<ReplicaId, Account> accounts = new LinkedHashMap<>();
    private int exhausted;

    private static final class Account {
        final QueueName queue;
        int left = INITIAL;

        Account(QueueName queue) {
            this.queue = queue;
        }
    }

    void sent(QueueName queue, ReplicaId replica, boolean mirror) {
        Account account = accounts.computeIfAbsent(replica, unused -> new Account(queue));
        book(account, mirror ? -MIRROR : -MASTER);
    }

    void given(ReplicaId replica, int count) {
        Account account = accounts.get(replica);
        if (account != null) {
            book(account, Math.min(count, INITIAL - account.left)); // the stream also brings what was never sent here
        }
    }

    private void book(Account account, int count) {
        boolean before = account.left <= 0;
        account.left += count;
        boolean now = account.left <= 0;
        exhausted += now == before ? 0 : now ? 1 : -1;
    }

    /// It holds nobody up any more.
    void gone(ReplicaId replica) {
        Account account = accounts.remove(replica);
        if (account != null && account.left <= 0) {
            exhausted--;
        }
    }

    void queueDeleted(QueueName queue) {
        accounts.entrySet().stream().filter(each -> each.getValue().queue.equals(queue)).map(Map.Entry::getKey).toList()
                .forEach(this::gone);
    }

    boolean isExhausted() {
        return exhausted > 0;
    }
}
