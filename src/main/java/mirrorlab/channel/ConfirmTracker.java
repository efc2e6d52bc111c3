package mirrorlab.channel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Publishes that are not answered yet, and for each the replicas still expected to confirm (P-18 to P-24).
final class ConfirmTracker {
    private final Numbered<Pending> pending = new Numbered<>();
    private final Settled confirmed = new Settled();
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
        pending.put(sequence, new Pending(queue, new ArrayList<>(replicas), pending.get(sequence)));
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
            if (pending.get(sequence) != null) {
                nackNow(sequence);
            }
        }
    }

    /// It disappeared benignly (P-21): a confirm by one other replica is enough, by none is a nack (P-22 a).
    void gone(ReplicaId replica) {
        pending.forEachNumber(sequence -> {
            Pending each = pending.get(sequence);
            if (each != null) {
                heard(sequence, each, replica, false);
            }
        });
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
        pending.forEachNumber(sequence -> {
            for (Pending each = pending.get(sequence); each != null; each = each.next) {
                if (each.queue.equals(queue)) {
                    complete(sequence, each, true);
                    break;
                }
            }
        });
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

    int count() {
        return pending.count();
    }

    /// One answer for the client; numbers are the channel's own sequence.
    ///
    /// @param all
    ///            what it answers, in runs of consecutive numbers
    record Answered(long sequence, boolean multiple, boolean confirmed, List<Run> all) {}

    /// From `first` to `last`, both included.
    record Run(long first, long last) {}

    /// Numbers that were confirmed since they were last told.
    private static final class Settled {
        private long[] numbers = new long[64];
        private int count;

        boolean isEmpty() {
            return count == 0;
        }

        void add(long number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
        }

        /// Tells all of them, those below `open` with one answer, and forgets them.
        void tell(long open, List<Answered> answers) {
            Arrays.sort(numbers, 0, count);
            List<Run> together = new ArrayList<>();
            int i = 0;
            while (i < count && numbers[i] < open) {
                int from = i++;
                while (i < count && numbers[i] < open && numbers[i] == numbers[i - 1] + 1) {
                    i++;
                }
                together.add(new Run(numbers[from], numbers[i - 1]));
            }
            if (i > 0) {
                answers.add(new Answered(numbers[i - 1], i > 1, true, together));
            }
            for (; i < count; i++) {
                answers.add(new Answered(numbers[i], false, true, List.of(new Run(numbers[i], numbers[i]))));
            }
            count = 0;
        }
    }

    /// What was settled since the last call: nacks one by one, confirms together where nothing older is open.
    List<Answered> take() {
        if (confirmed.isEmpty() && nacked.isEmpty()) {
            return List.of();
        }
        List<Answered> answers = new ArrayList<>();
        nacked.forEach(each -> answers.add(new Answered(each, false, false, List.of(new Run(each, each)))));
        nacked.clear();
        confirmed.tell(pending.lowest(), answers);
        return answers;
    }
}
