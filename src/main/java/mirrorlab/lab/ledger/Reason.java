package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Something that needs a reason, with what was known when it happened.
sealed interface Reason
        permits
        Promotion,
        Refusal,
        AllStopped,
        Down,
        Gone,
        Block,
        Waiting,
        PolicyReason,
        Returned,
        Nacked,
        Limited,
        HeldConfirms,
        OldTags,
        CutOff {

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

    /// Of these, what no disk keeps.
    default MessageSet lostFromMemory(Ledger ledger, MessageSet reached) {
        return lost(ledger, ledger.inMemory(queue(), reached));
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

    /// One sentence for each replica as it stood when its master was lost.
    static List<Sentence> states(List<ReplicaPicture> replicas, ClusterPicture picture) {
        return replicas.stream().map(each -> state(each, "cause.replica.master", picture)).toList();
    }

    /// The same at a promotion, when the record may name the new master already.
    static List<Sentence> states(List<ReplicaPicture> replicas, Happening.MirrorPromoted now, ClusterPicture picture) {
        String mirror = "cause.replica." + (now.wasSynchronised() ? "synchronised" : "unsynchronised");
        return replicas.stream()
                .map(each -> state(each, each.id().equals(now.mirror()) ? mirror : "cause.replica.master", picture))
                .toList();
    }

    /// One sentence for each replica as it stood, with its master alive.
    static List<Sentence> statesNow(List<ReplicaPicture> replicas, ClusterPicture picture) {
        return replicas.stream()
                .map(each -> state(each, each.isAlive() ? "cause.replica.leading" : "cause.replica.master", picture))
                .toList();
    }

    private static Sentence state(ReplicaPicture replica, String ofMaster, ClusterPicture picture) {
        String key = replica.role() == ReplicaPicture.Role.MASTER || replica.wasMaster()
                ? ofMaster
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

    /// `40 messages`.
    static Sentence count(long messages) {
        return Sentence.of("cause.messages", messages);
    }

    static String names(List<NodeName> nodes) {
        return String.join(", ", nodes.stream().map(NodeName::shortName).toList());
    }

    /// The key with `.default` at its end when the policy does not set the value that it speaks of.
    static String key(String key, boolean isDefault) {
        return isDefault ? key + ".default" : key;
    }
}
