package mirrorlab.content;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.RawText;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;

/// How RabbitMQ compares the values of two fields: by value, whatever their types are.
public final class FieldValues {
    private FieldValues() {}

    /// Numbers and timestamps are equal when they mean the same number, strings and byte arrays when they have the same bytes.
    /// Inside of tables and arrays the types count, too.
    public static boolean areEqual(@Nullable Object one, @Nullable Object other) {
        BigDecimal number = number(one);
        BigDecimal otherNumber = number(other);
        if (number != null || otherNumber != null) {
            return number != null && otherNumber != null && number.compareTo(otherNumber) == 0;
        }
        Bytes bytes = bytes(one);
        Bytes otherBytes = bytes(other);
        if (bytes != null || otherBytes != null) {
            return Objects.equals(bytes, otherBytes);
        }
        return areSame(one, other);
    }

    private static boolean areSame(@Nullable Object one, @Nullable Object other) {
        if (one instanceof List<?> list && other instanceof List<?> otherList) {
            return areSame(list.iterator(), otherList.iterator());
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> otherMap) {
            return areSame(map.keySet().iterator(), otherMap.keySet().iterator())
                    && areSame(map.values().iterator(), otherMap.values().iterator());
        }
        return Objects.equals(one, other);
    }

    private static boolean areSame(Iterator<?> one, Iterator<?> other) {
        while (one.hasNext() && other.hasNext()) {
            if (!areSame(one.next(), other.next())) {
                return false;
            }
        }
        return !one.hasNext() && !other.hasNext();
    }

    /// A decimal is a pair and not a number there.
    private static @Nullable BigDecimal number(@Nullable Object value) {
        return switch (value) {
            case Byte whole -> BigDecimal.valueOf(whole);
            case Short whole -> BigDecimal.valueOf(whole);
            case Integer whole -> BigDecimal.valueOf(whole);
            case Long whole -> BigDecimal.valueOf(whole);
            case Unsigned whole -> new BigDecimal(whole.toString());
            case Instant instant -> BigDecimal.valueOf(instant.getEpochSecond());
            case Float broken when Float.isFinite(broken) -> new BigDecimal(broken.doubleValue());
            case Double broken when Double.isFinite(broken) -> new BigDecimal(broken);
            case null, default -> null;
        };
    }

    private static @Nullable Bytes bytes(@Nullable Object value) {
        return switch (value) {
            case String text -> Bytes.of(text);
            case RawText(Bytes raw) -> raw;
            case Bytes raw -> raw;
            case null, default -> null;
        };
    }
}
