package mirrorlab.lab.ledger;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// One queue's account. The fates are disjoint and add up to `published`; so do the words.
///
/// @param risk for messages at risk, the sentence that names the failure, else empty
/// @param notes sentences such as "still on rabbit1's disk, erased when it returns"
public record QueueAccount(QueueName queue, MessageSet published, Map<Fate, MessageSet> fates, Map<Word, MessageSet> words,
        MessageSet lostAlthoughConfirmed, MessageSet duplicates, List<Sentence> notes) {
}
