package mirrorlab.lab.ledger;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// One queue's account. The fates are disjoint and add up to `published`; so do the words. Fates and words without
/// messages are left out.
///
/// @param duplicates
///            messages that a client got again although it had not given them back
/// @param notes
///            sentences that name the failure for messages at risk, the node that brings unreachable ones back, and what
///            is "still on rabbit1's disk, erased when it returns"
public record QueueAccount(QueueName queue, MessageSet published, Map<Fate, MessageSet> fates,
        Map<Word, MessageSet> words,
        MessageSet lostAlthoughConfirmed, MessageSet duplicates, List<Sentence> notes) {

    public MessageSet of(Fate fate) {
        return fates.getOrDefault(fate, MessageSet.EMPTY);
    }

    public MessageSet of(Word word) {
        return words.getOrDefault(word, MessageSet.EMPTY);
    }
}
