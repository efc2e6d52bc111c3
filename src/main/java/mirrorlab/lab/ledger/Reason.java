package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Something that needs a reason, with what was known when it happened.
sealed interface Reason permits Promotion, Refusal, AllStopped, Down, Gone, Block, Waiting {

    /// @param entry
    ///            index in the recording
    record Moment(int entry, long clock) {}

    Moment moment();

    QueueName queue();

    /// The card itself and, when messages were lost, one for the loss.
    List<CauseCard> cards(Ledger ledger);

    default CauseCard card(String kind, Sentence title, List<Sentence> explanation, List<String> rules,
            MessageSet lost) {
        return new CauseCard(kind, queue(), title, List.copyOf(explanation), rules, lost, moment().entry(),
                moment().clock());
    }

    /// @param reached
    ///            what the lost master had or was about to get
    default MessageSet lost(Ledger ledger, MessageSet reached) {
        return ledger.account(queue()).map(each -> each.of(Fate.LOST).intersection(reached)).orElse(MessageSet.EMPTY);
    }

    /// @param why
    ///            sentences that say why these are lost, the most important first
    default List<CauseCard> withLoss(CauseCard card, Ledger ledger, List<Sentence> why, List<String> rules) {
        MessageSet lost = card.lost();
        if (lost.isEmpty()) {
            return List.of(card);
        }
        MessageSet confirmed = ledger.confirmed(lost);
        List<Sentence> explanation = new ArrayList<>(why);
        if (!confirmed.isEmpty()) {
            explanation.add(Sentence.of("cause.loss.confirmed", ledger.picture().runs(confirmed)));
        }
        ledger.account(queue()).ifPresent(account -> account.notes().stream()
                .filter(each -> each.key().equals("fate.note.still-on-disk")).forEach(explanation::add));
        Sentence title = confirmed.isEmpty()
                ? Sentence.of("cause.loss.title", lost.count(), queue().name())
                : Sentence.of("cause.loss.title.confirmed", lost.count(), queue().name(), confirmed.count());
        return List.of(card, card("loss", title, explanation, rules, lost));
    }

    /// One sentence for each replica as it stood.
    static List<Sentence> states(List<ReplicaPicture> replicas, ClusterPicture picture) {
        return replicas.stream().map(each -> state(each, picture)).toList();
    }

    private static Sentence state(ReplicaPicture replica, ClusterPicture picture) {
        String key = replica.role() == ReplicaPicture.Role.MASTER || replica.wasMaster()
                ? "cause.replica.master"
                : "cause.replica." + replica.sync().word();
        String held = replica.isExact()
                ? picture.names().runsInOrder(replica.ready())
                : String.valueOf(replica.depth());
        String unacknowledged = picture.names().runsInOrder(replica.unacknowledged());
        String all = held.isEmpty() ? unacknowledged : unacknowledged.isEmpty() ? held : held + ", " + unacknowledged;
        return all.isEmpty()
                ? Sentence.of(key + ".empty", replica.node().shortName())
                : Sentence.of(key, replica.node().shortName(), all);
    }

    static String names(List<NodeName> nodes) {
        return String.join(", ", nodes.stream().map(NodeName::shortName).toList());
    }

    /// The key with `.default` at its end when the policy does not set the value that it speaks of.
    static String key(String key, boolean isDefault) {
        return isDefault ? key + ".default" : key;
    }
}
