package mirrorlab.lab.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;

/// What masters sent to consumers that acknowledge automatically: how much, and the last of it in order.
final class AutomaticDeliveries {
    /// More than can be on its way between two nodes is not kept.
    private static final int KEPT = 64;
    private final Map<String, Sent> byConsumer = new TreeMap<>();

    private static final class Sent {
        private final Deque<MessageSet> last = new ArrayDeque<>();
        private long count;
    }

    private static String key(Object channel, String tag, Object master) {
        return channel + " " + master + " " + tag;
    }

    void delivered(Happening.MessagesDelivered now) {
        if (now.tag().isEmpty()) {
            return; // basic.get
        }
        Sent sent = byConsumer.computeIfAbsent(key(now.channel(), now.tag(), now.master()), unused -> new Sent());
        sent.count += now.messages().count();
        sent.last.add(now.messages());
        if (sent.last.size() > KEPT) {
            sent.last.removeFirst();
        }
    }

    /// The consumer is gone; who its master was does not matter.
    void forget(Happening.ConsumerRemoved now) {
        byConsumer.keySet().removeIf(
                each -> each.startsWith(now.channel() + " ") && each.endsWith(" " + now.tag()));
    }

    /// What was sent last and did not arrive.
    MessageSet cutOff(Happening.DeliveriesCutOff now) {
        Sent sent = byConsumer.remove(key(now.channel(), now.tag(), now.master()));
        MessageSet.Builder missing = new MessageSet.Builder();
        long left = sent == null ? 0 : sent.count - now.arrived();
        Iterator<MessageSet> newest = sent == null ? List.<MessageSet>of().iterator() : sent.last.descendingIterator();
        while (left > 0 && newest.hasNext()) {
            for (Interval each : newest.next().intervals().reversed()) {
                long first = Math.max(each.first(), each.last() - left + 1);
                if (left > 0) {
                    missing.add(each.channel(), first, each.last());
                    left -= each.last() - first + 1;
                }
            }
        }
        return missing.build();
    }

    void addAll(AutomaticDeliveries from) {
        from.byConsumer.forEach((key, sent) -> {
            Sent copy = new Sent();
            copy.count = sent.count;
            copy.last.addAll(sent.last);
            byConsumer.put(key, copy);
        });
    }
}
