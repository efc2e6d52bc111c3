package mirrorlab.vocabulary;

import org.jspecify.annotations.Nullable;

/// A value as a refusal repeats it: what is long ends early, and its length is told, so that nobody gets back a screen full of
/// what he sent.
public final class Shown {
    /// Characters that are repeated; enough for every name that RabbitMQ takes.
    public static final int MOST = 255;

    private Shown() {}

    public static String of(@Nullable Object value) {
        return of(value, MOST);
    }

    public static String of(@Nullable Object value, int most) {
        String text = String.valueOf(value);
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "… (" + text.length() + " characters)";
    }
}
