package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Messages left a queue, or did not come into it, because of its limits (P-32).
///
/// @param fate
///            `expired`, `dropped` or `refused`
/// @param messages
///            all so far
/// @param keys
///            that set the limit
record Limited(Moment moment, QueueName queue, String fate, MessageSet messages, List<Sentence> keys,
        List<ReplicaPicture> replicas) implements Reason {
    private static final Map<String, List<String>> KEYS = Map.of(//
            "expired", List.of("message-ttl"), //
            "dropped", List.of("max-length", "max-length-bytes"), //
            "refused", List.of("max-length", "max-length-bytes", "overflow"));

    static boolean isLimit(String fate) {
        return KEYS.containsKey(fate);
    }

    static Limited of(Moment moment, Happening.MessagesSettled now, QueuePicture queue, ClusterPicture picture) {
        List<Sentence> keys = new ArrayList<>();
        for (String key : KEYS.getOrDefault(now.fate(), List.of())) {
            Object argument = queue.record().arguments().get("x-" + key);
            if (argument != null) {
                keys.add(Sentence.of("cause.limit.argument", "x-" + key, argument.toString()));
            }
            PolicyKey.policy(queue, picture).ifPresent(policy -> {
                Object value = policy.definition().get(key);
                if (value != null) {
                    keys.add(Sentence.of("cause.limit.policy", key, value.toString(), policy.name()));
                }
            });
        }
        return new Limited(moment, queue.name(), now.fate(), now.messages(), List.copyOf(keys), queue.replicas());
    }

    boolean isSame(Happening.MessagesSettled now) {
        return queue.equals(now.queue()) && fate.equals(now.fate());
    }

    Limited with(MessageSet more) {
        return new Limited(moment, queue, fate, messages.union(more), keys, replicas);
    }

    @Override
    public List<CauseCard> cards(Ledger ledger) {
        ClusterPicture now = ledger.picture();
        List<Sentence> explanation = new ArrayList<>();
        explanation.add(Sentence.of("cause.limit.decision." + fate, now.runs(messages)));
        if (keys.isEmpty() && fate.equals("expired")) {
            explanation.add(Sentence.of("cause.limit.own"));
        }
        explanation.addAll(keys);
        explanation.addAll(Reason.statesNow(replicas, now));
        return List.of(card("limit",
                Sentence.of("cause.limit.title." + fate, messages.count(), queue.name()), explanation,
                fate.equals("refused") ? List.of("P-22", "P-32", "PO-05") : List.of("P-32", "P-06", "PO-05"),
                MessageSet.EMPTY));
    }
}
