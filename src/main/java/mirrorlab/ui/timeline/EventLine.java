package mirrorlab.ui.timeline;

import mirrorlab.lab.ledger.Sentence;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// One line of the event list.
///
/// @param entry index in the recording
/// @param origin node's short name, or `lab`
/// @param log RabbitMQ's own words when it has them, the same in every language; then `words` is null
/// @param rule number of the rule at work, or empty
public record EventLine(int entry, long millis, String origin, @Nullable String log, @Nullable Sentence words,
        String rule,
        @Nullable QueueName queue, Weight weight) {

    /// As it is shown.
    String text(StepWords shown) {
        return words == null ? String.valueOf(log) : shown.say(words);
    }

    public enum Weight {
        QUIET, PLAIN, STRONG
    }
}
