package mirrorlab.lab.ledger;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.NodePicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Finds what happened to single messages: nobody took them, a limit ended them, their confirm waits, a tag named another one.
/// What goes on and on stays one card.
final class MessageCauses {
    private final Reasons reasons;
    /// The key because of which a queue has no master, until it has one again.
    private final Map<QueueName, Sentence> decided = new TreeMap<>();

    MessageCauses(Reasons reasons) {
        this.reasons = reasons;
    }

    void decided(QueueName queue, String key, String value, boolean isDefault) {
        decided.put(queue, new PolicyKey(key, value, isDefault).sentence());
    }

    void after(Happening happening, Reason.Moment moment, Ledger ledger) {
        ClusterPicture picture = ledger.picture();
        switch (happening) {
            case Happening.PublishesUnstored now when now.fate().equals("refused") && now.queue() != null -> picture
                    .queue(now.queue()).ifPresent(queue -> refused(queue, now.messages(), moment, ledger));
            case Happening.MessagesSettled now when Limited.isLimit(now.fate()) -> limited(now, moment, ledger);
            case Happening.CopiesSent now when isFrozen(now, picture) ->
                picture.queue(now.queue()).ifPresent(queue -> held(now, queue, moment, ledger));
            case Happening.OldTagsSettled now ->
                reasons.find(OldTags.class, each -> each.goesOn(now)).ifPresentOrElse(
                        each -> reasons.replace(each, each.with(now)),
                        () -> reasons.add(new OldTags(moment, now, replicas(now.queue(), picture)), ledger));
            case Happening.DeliveriesCutOff now -> {
                MessageSet lost = ledger.cutOff(now);
                if (!lost.isEmpty()) {
                    reasons.add(new CutOff(moment, now, lost, replicas(now.queue(), picture)), ledger);
                }
            }
            case Happening.CopyDiscarded now -> picture.queue(now.queue()).ifPresent(queue -> {
                MessageSet held = ledger.onDisk(now.queue(), now.node());
                MessageSet lost = ledger.account(now.queue()).map(each -> each.of(Fate.LOST).intersection(held))
                        .orElse(MessageSet.EMPTY);
                reasons.add(new Returned(moment, now, held, lost, queue, PolicyKey.syncMode(queue, picture)), ledger);
            });
            default -> {
            }
        }
    }

    private static List<ReplicaPicture> replicas(QueueName queue, ClusterPicture picture) {
        return picture.queue(queue).map(QueuePicture::replicas).orElse(List.of());
    }

    private void refused(QueuePicture queue, MessageSet messages, Reason.Moment moment, Ledger ledger) {
        Optional<Nacked> known = reasons.find(Nacked.class, each -> each.queue().equals(queue.name())
                && each.picture().master().equals(queue.master()));
        known.ifPresentOrElse(each -> reasons.replace(each, each.with(messages)), () -> reasons
                .add(new Nacked(moment, queue, messages, Optional.ofNullable(decided.get(queue.name()))), ledger));
    }

    private void limited(Happening.MessagesSettled now, Reason.Moment moment, Ledger ledger) {
        reasons.find(Limited.class, each -> each.isSame(now)).ifPresentOrElse(
                each -> reasons.replace(each, each.with(now.messages())),
                () -> ledger.picture().queue(now.queue()).ifPresent(
                        queue -> reasons.add(Limited.of(moment, now, queue, ledger.picture()), ledger)));
    }

    private static boolean isFrozen(Happening.CopiesSent now, ClusterPicture picture) {
        return picture.node(now.to().node()).filter(each -> each.state() == NodePicture.State.PAUSED).isPresent();
    }

    private void held(Happening.CopiesSent now, QueuePicture queue, Reason.Moment moment, Ledger ledger) {
        reasons.find(HeldConfirms.class, each -> each.queue().equals(now.queue()) && each.frozen().equals(now.to()))
                .ifPresentOrElse(each -> reasons.replace(each, each.with(now.messages())),
                        () -> reasons.add(new HeldConfirms(moment, queue, now.to(), now.messages(),
                                PolicyKey.placement(queue, ledger.picture())), ledger));
    }

    MessageCauses copy(Reasons copied) {
        MessageCauses copy = new MessageCauses(copied);
        copy.decided.putAll(decided);
        return copy;
    }
}
