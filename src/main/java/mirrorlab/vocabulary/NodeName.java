package mirrorlab.vocabulary;

import org.jspecify.annotations.Nullable;

/// A node's full name, `rabbit1@localhost`. The short form is what stands before the `@`.
public record NodeName(String value) implements Comparable<NodeName> {
    public static final int MAXIMUM_LENGTH = 255;

    public NodeName {
        if (!isFullName(value)) {
            throw new IllegalArgumentException("a node's name has the form name@host, not '" + value + "'");
        }
    }

    /// Whether this text can be a node's full name.
    public static boolean isFullName(String text) {
        int at = text.indexOf('@');
        return at > 0 && at < text.length() - 1 && text.length() <= MAXIMUM_LENGTH;
    }

    /// Accepts `rabbit1` as well as `rabbit1@localhost`.
    public static NodeName of(String name) {
        return new NodeName(name.indexOf('@') < 0 ? name + "@localhost" : name);
    }

    public String shortName() {
        return value.substring(0, value.indexOf('@'));
    }

    @Override
    public int compareTo(NodeName other) {
        return value.compareTo(other.value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof NodeName name && value.equals(name.value));
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value;
    }
}
