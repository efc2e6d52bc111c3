package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Which happening ended which messages: looked for in the recording when somebody asks, by halves.
public final class Endings {
    /// In a long recording fewer are looked for: whoever asks waits.
    private static final int FOLDED = 500_000;
    private final Timeline timeline;
    private final QueueName queue;
    private final Fate fate;

    /// @param entry index of the happening after which they had this fate
    public record Ending(int entry, MessageSet messages) {}

    private Endings(Timeline timeline, QueueName queue, Fate fate) {
        this.timeline = timeline;
        this.queue = queue;
        this.fate = fate;
    }

    /// For the messages of a queue that have this fate at the moment that is shown; oldest message first, at most `most`.
    public static List<Ending> of(Timeline timeline, QueueName queue, Fate fate, int most) {
        return new Endings(timeline, queue, fate).find(timeline.shown(), most);
    }

    private List<Ending> find(Moment moment, int most) {
        List<Ending> endings = new ArrayList<>();
        MessageSet open = of(moment.ledger());
        int patience = Math.max(1, FOLDED / timeline.checkpoints().between());
        while (!open.isEmpty() && endings.size() < Math.min(most, patience)) {
            var first = open.intervals(1).getFirst();
            MessageId message = new MessageId(first.channel(), first.first());
            Checkpoints.Turn turn = timeline.checkpoints().turn(moment.entries(), then -> of(then).contains(message));
            Ledger then = turn.before();
            MessageSet before = of(then);
            then.apply(timeline.entry(turn.entry()));
            MessageSet ended = of(then).minus(before).intersection(open);
            endings.add(new Ending(turn.entry(), ended));
            open = open.minus(ended);
        }
        return endings;
    }

    private MessageSet of(Ledger ledger) {
        return ledger.account(queue).map((QueueAccount account) -> account.of(fate)).orElse(MessageSet.EMPTY);
    }
}
