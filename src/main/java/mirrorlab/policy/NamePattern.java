package mirrorlab.policy;

import java.util.regex.Pattern;

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
    record Faulty(String reason, int index) implements NamePattern {}

    static NamePattern of(String expression) {
        return PerlExpression.read(expression);
    }
}
