package mirrorlab.http;

import org.jspecify.annotations.Nullable;

/// What is answered. Anything that {@link mirrorlab.journal.Json} can write: maps, lists, texts, numbers.
///
/// @param body
///            null for none
record Reply(int status, @Nullable Object body) {
    static final Reply NO_CONTENT = new Reply(204, null);

    static Reply ok(Object body) {
        return new Reply(200, body);
    }
}
