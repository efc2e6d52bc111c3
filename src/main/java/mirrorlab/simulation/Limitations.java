package mirrorlab.simulation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import mirrorlab.content.BasicProperties;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Limits, lifetimes, dead-letter exchanges and priorities of a history's queues and messages. They draw from a chance of
/// their own, so that a history without them stays what it was.
///
/// No time is longer than three seconds: a message that goes from queue to queue rests while everybody waits for calm.
final class Limitations {
    private static final List<String> OVERFLOWS = List.of("drop-head", "reject-publish", "reject-publish-dlx");
    private static final int LONGEST_MILLIS = 3_000;
    private final @Nullable RandomGenerator chance;
    private final List<QueueName> queues;
    private final Map<QueueName, Map<String, Object>> arguments = new LinkedHashMap<>();

    /// @param chance null for none of all this
    Limitations(@Nullable RandomGenerator chance, List<QueueName> queues) {
        this.chance = chance;
        this.queues = queues;
    }

    /// The same at every declaration of the queue.
    Map<String, Object> arguments(QueueName queue) {
        return arguments.computeIfAbsent(queue, unused -> any("x-"));
    }

    /// Whether a publish may come and go at a master without being seen there.
    boolean mayComeAndGo(QueueName queue) {
        return !arguments(queue).isEmpty();
    }

    /// Added to a policy's definition.
    Map<String, Object> keys() {
        return chance == null || chance.nextInt(3) > 0 ? Map.of() : any("");
    }

    private Map<String, Object> any(String prefix) {
        Map<String, Object> some = new LinkedHashMap<>();
        if (chance == null) {
            return some;
        }
        int least = prefix.isEmpty() ? 1 : 0; // with 0 messages come and go unseen
        if (chance.nextInt(3) == 0) {
            some.put(prefix + "max-length", (long) least + chance.nextInt(6));
            some.put(prefix + "overflow", OVERFLOWS.get(chance.nextInt(OVERFLOWS.size())));
        }
        if (chance.nextInt(3) == 0) {
            some.put(prefix + "message-ttl", (long) least + chance.nextInt(LONGEST_MILLIS));
        }
        if (chance.nextInt(12) == 0) {
            some.put(prefix + "expires", 1L + chance.nextInt(LONGEST_MILLIS));
        }
        if (chance.nextInt(2) == 0) {
            some.put(prefix + "dead-letter-exchange", chance.nextInt(8) == 0 ? "missing" : "");
            some.put(prefix + "dead-letter-routing-key", queues.get(chance.nextInt(queues.size())).name());
        }
        if (!prefix.isEmpty() && chance.nextInt(3) == 0) {
            some.put(prefix + "max-priority", 1L + chance.nextInt(5));
        }
        return some;
    }

    int priority() {
        return chance == null ? 0 : chance.nextInt(8);
    }

    /// The properties of a message that may live for a while only.
    BasicProperties properties() {
        return chance == null || chance.nextInt(4) > 0
                ? BasicProperties.NONE
                : BasicProperties.NONE.withExpiration(String.valueOf(1 + chance.nextInt(LONGEST_MILLIS)));
    }
}
