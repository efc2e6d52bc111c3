package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Which happening ended which messages: looked for in the recording when somebody asks, by halves.
public final class Endings {
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
        return new Endings(timeline, queue, fate).find(timeline.shown().entries(), most);
    }

    private List<Ending> find(int until, int most) {
        List<Ending> endings = new ArrayList<>();
        MessageSet open = after(until);
        while (!open.isEmpty() && endings.size() < most) {
            var first = open.intervals().getFirst();
            int size = earliest(until, new MessageId(first.channel(), first.first()));
            MessageSet ended = after(size).minus(after(size - 1)).intersection(open);
            endings.add(new Ending(size - 1, ended));
            open = open.minus(ended);
        }
        return endings;
    }

    /// How many entries it took until the message had the fate; it has it after `until`.
    private int earliest(int until, MessageId message) {
        int without = 0;
        int with = until;
        while (with - without > 1) {
            int middle = (without + with) >>> 1;
            if (after(middle).contains(message)) {
                with = middle;
            } else {
                without = middle;
            }
        }
        return with;
    }

    private MessageSet after(int size) {
        return timeline.after(size).account(queue).map((QueueAccount account) -> account.of(fate))
                .orElse(MessageSet.EMPTY);
    }
}
