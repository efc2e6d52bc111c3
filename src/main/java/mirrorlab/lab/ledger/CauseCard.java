package mirrorlab.lab.ledger;

import java.util.List;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Why it happened: one card for every promotion, refusal, loss, stop of all replicas and block.
///
/// @param kind
///            `promotion`, `refusal`, `loss`, `all-stopped`, `down`, `block`
/// @param rules
///            numbers of the rules, the deciding one first
/// @param explanation
///            plain sentences, the most important first
/// @param entry
///            index in the recording of the happening that the card explains
public record CauseCard(String kind, QueueName queue, Sentence title, List<Sentence> explanation, List<String> rules,
        MessageSet lost, int entry, long clock) {}
