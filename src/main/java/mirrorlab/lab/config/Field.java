package mirrorlab.lab.config;

import org.jspecify.annotations.Nullable;

/// One field of an object in a file.
///
/// @param byDefault
///            what counts when the field is left out; null when there is no such value
/// @param meaning
///            one line for people, without a full stop
public record Field(String name, FieldType type, boolean required, @Nullable Object byDefault, String meaning) {

    public static Field required(String name, FieldType type, String meaning) {
        return new Field(name, type, true, null, meaning);
    }

    public static Field optional(String name, FieldType type, String meaning) {
        return new Field(name, type, false, null, meaning);
    }

    public static Field optional(String name, FieldType type, Object byDefault, String meaning) {
        return new Field(name, type, false, byDefault, meaning);
    }
}
