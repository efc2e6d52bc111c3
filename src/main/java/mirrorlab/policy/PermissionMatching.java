package mirrorlab.policy;

import org.jspecify.annotations.Nullable;

/// A permission's regular expression against a resource's name.
public final class PermissionMatching {
    private PermissionMatching() {}

    /// Sought anywhere in the name; the empty expression matches only the empty name.
    public static boolean matches(String expression, String resource) {
        String sought = expression.isEmpty() ? "^$" : expression;
        return sought.length() <= NamePattern.MAXIMUM_LENGTH
                && NamePattern.of(sought) instanceof NamePattern.Sound sound && sound.isIn(resource);
    }

    /// RabbitMQ's reason and the place of the fault; null for a sound expression.
    public static @Nullable String fault(String expression) {
        if (expression.length() > NamePattern.MAXIMUM_LENGTH) {
            return "has " + expression.length() + " characters, at most " + NamePattern.MAXIMUM_LENGTH + " are allowed";
        }
        return NamePattern.of(expression) instanceof NamePattern.Faulty(String reason, int index)
                ? "{" + ErlangTerm.quote(reason) + "," + index + "}"
                : null;
    }
}
