package mirrorlab.mirror;

import java.util.function.Consumer;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;

/// Walks the ids of a set.
final class Ids {
    private Ids() {}

    static void forEach(MessageSet messages, Consumer<MessageId> each) {
        for (Interval interval : messages.intervals()) {
            for (long sequence = interval.first(); sequence <= interval.last(); sequence++) {
                each.accept(new MessageId(interval.channel(), sequence));
            }
        }
    }
}
