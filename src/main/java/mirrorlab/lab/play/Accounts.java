package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// What the ledger says now. May be asked from any thread.
public interface Accounts {

    Optional<QueueAccount> account(QueueName queue);

    /// Oldest first.
    List<CauseCard> cards();

    /// A picture of its own of what was recorded so far.
    ClusterPicture picture();

    /// A set as reports write it: `m1..m40`.
    List<String> runs(MessageSet messages);

    /// All accounts and all cards in the report's form.
    JsonNode ledgerJson();

    JsonNode causesJson();
}
