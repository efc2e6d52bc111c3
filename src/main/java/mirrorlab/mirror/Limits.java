package mirrorlab.mirror;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import mirrorlab.content.BasicProperties;
import mirrorlab.content.BlindKeys;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.policy.Overflow;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.Held;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Message;

/// What a queue's limits make of its messages, and of the queue itself: overflow, expiry, dead-lettering, `x-expires`. The
/// master decides; mirrors are told as of every message that leaves (P-06, P-32).
final class Limits {
    private static final String MESSAGE_TIMER = ReplicaEffect.SetTimer.HOUSEKEEPING + "messages expire";
    private static final String QUEUE_TIMER = ReplicaEffect.SetTimer.HOUSEKEEPING + "queue expires";
    /// RabbitMQ takes no longer time to live; so nothing overflows.
    private static final long LONGEST = 1L << 50;
    private static final Duration BUSY = Duration.ofMillis(100);
    private final ReplicaBody body;
    private final MasterStream stream;
    private final IntSupplier consumers;
    private QueueSettings settings = QueueSettings.NONE;
    private boolean bounded;
    private long timerAt = Long.MAX_VALUE;

    Limits(ReplicaBody body, MasterStream stream, IntSupplier consumers) {
        this.body = body;
        this.stream = stream;
        this.consumers = consumers;
    }

    /// The settings in force may have changed; at the beginning as well (F-11).
    void apply() {
        if (!settings.equals(body.limits)) {
            boolean expired = settings.expires() != null;
            settings = body.limits;
            bounded = settings.maxLength() != null || settings.maxLengthBytes() != null;
            dropOverflow();
            if (settings.expires() != null) {
                used();
            } else if (expired) {
                body.emit(new ReplicaEffect.CancelTimer(QUEUE_TIMER));
            }
        }
        dropExpired();
    }

    // ---- in

    /// Whether a full queue does not take this message. Consumers make no difference.
    boolean refuses(Message message) {
        return bounded && settings.overflow() != Overflow.DROP_HEAD
                && isOver(body.contents.readyCount() + 1, body.contents.readyBodyBytes() + message.body().size());
    }

    /// P-22 (c).
    void refuse(Message message) {
        boolean toExchange = settings.overflow() == Overflow.REJECT_PUBLISH_DLX && hasDeadLetterExchange();
        stream.append(new ReplicaOperation.Discard(message.id()));
        body.traffic.settled(toExchange ? "dead-lettered" : "refused", message.id());
        if (toExchange) {
            deadLetter(message, "maxlen");
        }
    }

    /// With the moment at which it expires: the queue's time to live or its own, whichever is shorter.
    Message stamped(Message message) {
        Long queues = settings.messageTtl();
        Long own = BasicProperties.expirationMillis(BlindKeys.without(message.properties()));
        if (queues == null && own == null) {
            return message;
        }
        long shorter = queues == null ? own == null ? 0 : own : own == null ? queues : Math.min(queues, own);
        return message.expiringAt(body.surroundings.now() + Math.min(shorter, LONGEST));
    }

    /// Nobody takes a message that lives for no time, and nobody wants to know: it need not be stored.
    boolean dropsAtOnce(Message message) {
        return message.expiry() != 0 && settings.messageTtl() != null && settings.messageTtl() == 0
                && settings.deadLetterExchange() == null;
    }

    /// A message was enqueued, or some came back.
    void added() {
        dropOverflow();
        dropExpired();
    }

    private boolean isOver(long count, long bytes) {
        Long most = settings.maxLength();
        Long mostBytes = settings.maxLengthBytes();
        return (most != null && count > most) || (mostBytes != null && bytes > mostBytes);
    }

    // ---- out

    private void dropOverflow() {
        if (!bounded || settings.overflow() != Overflow.DROP_HEAD) {
            return;
        }
        List<Held> dropped = new ArrayList<>();
        while (isOver(body.contents.readyCount(), body.contents.readyBodyBytes())) {
            dropHead(dropped);
        }
        left(dropped, "dropped", "maxlen");
    }

    /// Only the head expires: behind a message that lives on, others wait.
    void dropExpired() {
        Message head = body.contents.head();
        if (head == null || head.expiry() == 0) {
            return;
        }
        long now = body.surroundings.now();
        List<Held> dropped = new ArrayList<>();
        while (head != null && head.expiry() != 0 && head.expiry() <= now) {
            dropHead(dropped);
            head = body.contents.head();
        }
        left(dropped, "expired", "expired");
        if (head != null && head.expiry() != 0 && head.expiry() < timerAt) {
            timerAt = head.expiry();
            body.setTimer(MESSAGE_TIMER, Duration.ofMillis(timerAt - now));
        }
    }

    private void dropHead(List<Held> dropped) {
        Held head = body.contents.fetch(false);
        if (head == null) {
            throw new IllegalStateException("nothing is ready");
        }
        dropped.add(head);
    }

    private void left(List<Held> dropped, String fate, String reason) {
        if (dropped.isEmpty()) {
            return;
        }
        stream.taken(dropped, false);
        boolean toExchange = hasDeadLetterExchange();
        for (Held each : dropped) {
            body.disk.remove(each);
            body.traffic.settled(toExchange ? "dead-lettered" : fate, each.message().id());
            if (toExchange) {
                deadLetter(each.message(), reason);
            }
        }
    }

    /// What becomes of a message that a client rejected.
    String rejected(Message message) {
        if (!hasDeadLetterExchange()) {
            return "rejected";
        }
        deadLetter(message, "rejected");
        return "dead-lettered";
    }

    /// An exchange that does not exist is none.
    private boolean hasDeadLetterExchange() {
        String name = settings.deadLetterExchange();
        return name != null && body.surroundings.hasExchange(new ExchangeName(body.queue.vhost(), name));
    }

    private void deadLetter(Message message, String reason) {
        String exchange = settings.deadLetterExchange();
        if (exchange != null) {
            body.emit(new ReplicaEffect.DeadLetter(message, reason, exchange, settings.deadLetterRoutingKey()));
        }
    }

    // ---- the queue's own end

    /// Somebody declared it, got from it, or left it: without a consumer it lives as long again from now on.
    void used() {
        Long expires = settings.expires();
        if (expires != null && consumers.getAsInt() == 0) {
            body.setTimer(QUEUE_TIMER, Duration.ofMillis(Math.min(expires, LONGEST)));
        }
    }

    /// @param busy a synchronisation holds everything else up (S-13): asked again a little later
    void timer(String name, boolean busy) {
        if (!name.equals(MESSAGE_TIMER) && !name.equals(QUEUE_TIMER)) {
            return;
        }
        if (busy) {
            body.setTimer(name, BUSY);
        } else if (name.equals(MESSAGE_TIMER)) {
            timerAt = Long.MAX_VALUE;
            dropExpired();
        } else if (consumers.getAsInt() == 0 && settings.expires() != null) {
            body.log("info", "expired");
            body.propose(new MetadataChange.QueueDeleted(body.queue, body.id, "expired"));
        }
    }
}
