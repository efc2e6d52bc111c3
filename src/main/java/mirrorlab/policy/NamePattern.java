package mirrorlab.policy;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A policy's regular expression, read as RabbitMQ reads it and matched with a bounded number of steps.
sealed interface NamePattern {
    int MAXIMUM_LENGTH = 1000;

    /// Usable.
    record Sound(Pattern pattern) implements NamePattern {
        /// How often a match may look at a character before it counts as none.
        private static final int MOST_LOOKS = 200_000;

        /// Sought anywhere in the name (PO-01). An expression that needs too many steps does not match.
        boolean isIn(String name) {
            try {
                return pattern.matcher(new CountedText(name, MOST_LOOKS)).find();
            } catch (CountedText.TooManyLooks | StackOverflowError e) {
                return false;
            }
        }
    }

    /// Not a regular expression, with PCRE's reason and the place where it noticed.
    record Faulty(String reason, int index) implements NamePattern {
    }

    static NamePattern of(String expression) {
        try {
            return new Sound(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            return fault(expression, e);
        }
    }

    private static Faulty fault(String expression, PatternSyntaxException e) {
        String reason = e.getDescription();
        int index = Math.max(0, e.getIndex());
        return reason.startsWith("Dangling meta character")
                ? new Faulty("nothing to repeat", index)
                : reason.startsWith("Unclosed group")
                        ? new Faulty("missing )", expression.length())
                        : reason.startsWith("Unclosed character class") || reason.startsWith("Illegal character range")
                                ? new Faulty("missing terminating ] for character class", expression.length())
                                : new Faulty(reason, index);
    }
}
