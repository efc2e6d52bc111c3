package mirrorlab.lab.ledger;

import java.util.List;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Why it happened: one card for every promotion, refusal, loss, stop of all replicas and block, and for what a policy, a limit,
/// a frozen replica or a returning node did.
///
/// @param kind
///            `promotion`, `refusal`, `loss`, `all-stopped`, `down`, `block`, `policy`, `replacement`, `return`, `nacked`,
///            `held`, `limit`
/// @param rules
///            numbers of the rules, the deciding one first
/// @param explanation
///            plain sentences, the most important first
/// @param entry
///            index in the recording of the happening that the card explains
public record CauseCard(String kind, QueueName queue, Sentence title, List<Sentence> explanation, List<String> rules,
        MessageSet lost, int entry, long clock) {}
