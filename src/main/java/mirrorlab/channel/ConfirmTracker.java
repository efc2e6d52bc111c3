package mirrorlab.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// Publishes that are not answered yet, and for each the replicas still expected to confirm (P-18 to P-24).
final class ConfirmTracker {
    private final TreeMap<Long, Pending> pending = new TreeMap<>();
    private final TreeSet<Long> confirmed = new TreeSet<>();
    private final TreeSet<Long> nacked = new TreeSet<>();

    private static final class Pending {
        final QueueName queue;
        final List<ReplicaId> expected;
        boolean confirmedByOne;

        Pending(QueueName queue, List<ReplicaId> expected) {
            this.queue = queue;
            this.expected = expected;
        }
    }

    /// The set of replicas is frozen at this moment (P-04).
    void expect(long sequence, QueueName queue, List<ReplicaId> replicas) {
        pending.put(sequence, new Pending(queue, new ArrayList<>(replicas)));
    }

    void confirmNow(long sequence) {
        confirmed.add(sequence);
    }

    void nackNow(long sequence) {
        nacked.add(sequence);
    }

    void confirmedBy(ReplicaId replica, long first, long last) {
        for (long sequence = first; sequence <= last; sequence++) {
            Pending each = pending.get(sequence);
            if (each != null && each.expected.remove(replica)) {
                each.confirmedByOne = true;
                settleIfComplete(sequence, each);
            }
        }
    }

    /// P-22 (c): whatever others say.
    void refused(long first, long last) {
        for (long sequence = first; sequence <= last; sequence++) {
            if (pending.remove(sequence) != null) {
                nacked.add(sequence);
            }
        }
    }

    /// It disappeared benignly (P-21): a confirm by one other replica is enough, by none is a nack (P-22 a).
    void gone(ReplicaId replica) {
        for (long sequence : List.copyOf(pending.keySet())) {
            Pending each = pending.get(sequence);
            if (each != null && each.expected.remove(replica)) {
                settleIfComplete(sequence, each);
            }
        }
    }

    /// P-23.
    void queueDeleted(QueueName queue) {
        for (long sequence : List.copyOf(pending.keySet())) { // entries of a TreeMap change under a removal
            Pending each = pending.get(sequence);
            if (each != null && each.queue.equals(queue)) {
                pending.remove(sequence);
                confirmed.add(sequence);
            }
        }
    }

    private void settleIfComplete(long sequence, Pending each) {
        if (each.expected.isEmpty()) {
            pending.remove(sequence);
            (each.confirmedByOne ? confirmed : nacked).add(sequence);
        }
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
