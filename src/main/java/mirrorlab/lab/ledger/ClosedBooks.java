package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Closes the books of a recording: every published message has exactly one fate and one word, and what is said to be there
/// is there.
public final class ClosedBooks {
    private ClosedBooks() {}

    /// The ledger of these entries, in order of time.
    public static Ledger ledger(List<Entry> entries) {
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(Comparator.comparingLong(Entry::clock));
        Ledger ledger = new Ledger();
        sorted.forEach(ledger::apply);
        return ledger;
    }

    /// What does not add up, one sentence each; empty when the books close.
    public static List<String> faults(List<Entry> entries) {
        return faults(ledger(entries));
    }

    /// As {@link #faults(List)}, as one text.
    public static String text(List<Entry> entries) {
        return String.join("; ", faults(entries));
    }

    public static List<String> faults(Ledger ledger) {
        List<String> faults = new ArrayList<>();
        for (QueueAccount each : ledger.accounts()) {
            sum(each, "fates", each.fates().values(), faults);
            sum(each, "words", each.words().values(), faults);
            MessageSet confirmed = each.of(Fate.LOST).intersection(each.of(Word.CONFIRMED));
            expect(each.queue(), "lost although confirmed", confirmed, each.lostAlthoughConfirmed(), faults);
            present(each, ledger.picture(), faults);
        }
        return faults;
    }

    private static void sum(QueueAccount account, String what, Collection<MessageSet> parts, List<String> faults) {
        MessageSet all = MessageSet.EMPTY;
        long count = 0;
        for (MessageSet each : parts) {
            all = all.union(each);
            count += each.count();
        }
        expect(account.queue(), "the sum of " + what, account.published(), all, faults);
        if (count != account.published().count()) {
            faults.add(account.queue() + ": " + what + " count " + count + " messages, published were "
                    + account.published().count());
        }
    }

    /// What the living master says that it holds.
    private static void present(QueueAccount account, ClusterPicture picture, List<String> faults) {
        Optional<QueuePicture> queue = picture.queue(account.queue());
        queue.flatMap(QueuePicture::masterReplica).filter(master -> master.isExact()).ifPresent(master -> {
            expect(account.queue(), "unacknowledged", MessageSet.of(master.unacknowledged()),
                    account.of(Fate.UNACKNOWLEDGED), faults);
            expect(account.queue(), "safe and at risk", MessageSet.of(master.ready()),
                    account.of(Fate.SAFE).union(account.of(Fate.AT_RISK)), faults);
        });
    }

    private static void expect(QueueName queue, String what, MessageSet expected, MessageSet got, List<String> faults) {
        if (!expected.equals(got)) {
            faults.add(queue + ": " + what + ": too many " + got.minus(expected) + ", missing " + expected.minus(got));
        }
    }
}
