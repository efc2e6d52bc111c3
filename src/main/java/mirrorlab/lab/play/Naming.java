package mirrorlab.lab.play;

import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Tells the journal the names of messages shortly before they are published, some at a time, so that what is never
/// sent is hardly named.
final class Naming {
    private static final long AT_ONCE = 128;
    private final Stage stage;
    private final Link link;
    private final @Nullable QueueName queue;
    private final String prefix;
    private final long last;
    private final long atOnce;
    private long next;
    private long lastSequence;

    /// @param queue
    ///            null when they go to an exchange
    /// @param first
    ///            number of the first message, `count` how many will be published at most
    Naming(Stage stage, Link link, @Nullable QueueName queue, String prefix, long first, long count) {
        this(stage, link, queue, prefix, first, count, AT_ONCE);
    }

    /// @param atOnce
    ///            how many are named before the first of them is published, at most
    Naming(Stage stage, Link link, @Nullable QueueName queue, String prefix, long first, long count, long atOnce) {
        this.atOnce = Math.clamp(atOnce, 1, AT_ONCE);
        this.stage = stage;
        this.link = link;
        this.queue = queue;
        this.prefix = prefix;
        last = count == Long.MAX_VALUE ? count : first + count - 1;
        next = first;
    }

    /// The message of this number is published next on the link's channel.
    void before(long number) {
        if (number == next) {
            long count = Math.min(atOnce, last - number + 1);
            long sequence = link.takeSequences(count);
            stage.name(link, queue, sequence, count, prefix, number);
            next += count;
            lastSequence = sequence + count - 1;
        }
    }

    /// A message that was published before is published once more, with the next sequence number.
    void again(long number, long nextNew) {
        unsent(nextNew);
        lastSequence = link.takeSequences(1);
        stage.name(link, queue, lastSequence, 1, prefix, number);
    }

    /// That one was not published after all.
    void againUnsent() {
        link.giveBackSequences(1);
        stage.unsent(link, queue, lastSequence, lastSequence);
    }

    /// The message of this number and those after it are not published; the account must not wait for them.
    void unsent(long number) {
        long count = next - number;
        if (count > 0) {
            link.giveBackSequences(count);
            stage.unsent(link, queue, lastSequence - count + 1, lastSequence);
            next = number;
            lastSequence -= count;
        }
    }
}
