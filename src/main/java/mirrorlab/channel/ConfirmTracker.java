package mirrorlab.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Publishes that are not answered yet, and for each the replicas still expected to confirm (P-18 to P-24).
final class ConfirmTracker {
    private final TreeMap<Long, Pending> pending = new TreeMap<>();
    private final TreeSet<Long> confirmed = new TreeSet<>();
    private final TreeSet<Long> nacked = new TreeSet<>();

    /// One queue's part of a publish; most publishes have one part.
    private static final class Pending {
        final QueueName queue;
        final List<ReplicaId> expected;
        boolean confirmedByOne;
        @Nullable
        Pending next;

        Pending(QueueName queue, List<ReplicaId> expected, @Nullable Pending next) {
            this.queue = queue;
            this.expected = expected;
            this.next = next;
        }
    }

    /// The set of replicas is frozen at this moment (P-04). Once more for every other queue that the same message goes to.
    void expect(long sequence, QueueName queue, List<ReplicaId> replicas) {
        pending.merge(sequence, new Pending(queue, new ArrayList<>(replicas), null), (others, one) -> {
            one.next = others;
            return one;
        });
    }

    void confirmNow(long sequence) {
        confirmed.add(sequence);
    }

    /// Whatever others say of it.
    void nackNow(long sequence) {
        pending.remove(sequence);
        nacked.add(sequence);
    }

    void confirmedBy(ReplicaId replica, long first, long last) {
        for (long sequence = first; sequence <= last; sequence++) {
            Pending each = pending.get(sequence);
            if (each != null) {
                heard(sequence, each, replica, true);
            }
        }
    }

    /// P-22 (c): whatever others say.
    void refused(long first, long last) {
        for (long sequence = first; sequence <= last; sequence++) {
            if (pending.containsKey(sequence)) {
                nackNow(sequence);
            }
        }
    }

    /// It disappeared benignly (P-21): a confirm by one other replica is enough, by none is a nack (P-22 a).
    void gone(ReplicaId replica) {
        for (long sequence : List.copyOf(pending.keySet())) { // entries of a TreeMap change under a removal
            Pending each = pending.get(sequence);
            if (each != null) {
                heard(sequence, each, replica, false);
            }
        }
    }

    private void heard(long sequence, Pending first, ReplicaId replica, boolean confirms) {
        for (Pending each = first; each != null; each = each.next) {
            if (each.expected.remove(replica)) {
                each.confirmedByOne |= confirms;
                if (each.expected.isEmpty()) {
                    complete(sequence, each, each.confirmedByOne);
                }
                return; // a replica is of one queue
            }
        }
    }

    /// P-23.
    void queueDeleted(QueueName queue) {
        for (long sequence : List.copyOf(pending.keySet())) {
            for (Pending each = pending.get(sequence); each != null; each = each.next) {
                if (each.queue.equals(queue)) {
                    complete(sequence, each, true);
                    break;
                }
            }
        }
    }

    private void complete(long sequence, Pending part, boolean confirms) {
        if (!confirms) {
            nackNow(sequence);
            return;
        }
        Pending left = without(pending.get(sequence), part);
        if (left == null) {
            pending.remove(sequence);
            confirmed.add(sequence);
        } else {
            pending.put(sequence, left);
        }
    }

    private static @Nullable Pending without(@Nullable Pending parts, Pending part) {
        if (parts == null || parts == part) {
            return parts == null ? null : parts.next;
        }
        parts.next = without(parts.next, part);
        return parts;
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /// One answer for the client; numbers are the channel's own sequence.
    record Answered(long sequence, boolean multiple, boolean confirmed, List<Long> all) {}

    /// What was settled since the last call: nacks one by one, confirms together where nothing older is open.
    List<Answered> take() {
        if (confirmed.isEmpty() && nacked.isEmpty()) {
            return List.of();
        }
        List<Answered> answers = new ArrayList<>();
        nacked.forEach(each -> answers.add(new Answered(each, false, false, List.of(each))));
        nacked.clear();
        long open = pending.isEmpty() ? Long.MAX_VALUE : pending.firstKey();
        List<Long> together = List.copyOf(confirmed.headSet(open));
        if (!together.isEmpty()) {
            answers.add(new Answered(together.getLast(), together.size() > 1, true, together));
        }
        confirmed.tailSet(open).forEach(each -> answers.add(new Answered(each, false, true, List.of(each))));
        confirmed.clear();
        return answers;
    }
}
