package mirrorlab.content;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.RawText;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;

/// Reads AMQP values out of a run of bytes, never past its end. What cannot be read throws {@link MalformedContent}.
public final class FieldReader {
    /// Deep enough for dead-letter histories, and no stack is ever in danger.
    public static final int DEPTH = 32;
    /// The last second of the year 9999.
    private static final long LAST_INSTANT = 253_402_300_799L;
    private final byte[] bytes;
    private final int end;
    private int at;

    public FieldReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    public boolean atEnd() {
        return at == end;
    }

    /// Where in the array the next value begins.
    public int position() {
        return at;
    }

    public int octet() {
        return bytes[advance(1)] & 0xFF;
    }

    public int shortUnsigned() {
        int from = advance(2);
        return (bytes[from] & 0xFF) << 8 | bytes[from + 1] & 0xFF;
    }

    public int longSigned() {
        return shortUnsigned() << 16 | shortUnsigned();
    }

    public long longlong() {
        return (long) longSigned() << 32 | longSigned() & 0xFFFF_FFFFL;
    }

    public String shortstr() {
        String text = shortstrOrNull("");
        if (text == null) {
            throw new MalformedContent("a short string is not UTF-8");
        }
        return text;
    }

    /// Null when it is not UTF-8.
    ///
    /// @param probably what it was the last time: given back when it is that again, so that a publisher's exchange and routing
    ///     key are made once
    public @Nullable String shortstrOrNull(String probably) {
        int length = octet();
        int from = advance(length);
        return length == probably.length() && same(from, probably) ? probably : text(from, length);
    }

    private boolean same(int from, String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character > 127 || bytes[from + i] != character) {
                return false;
            }
        }
        return true;
    }

    public byte[] longstr() {
        int from = advanceCounted();
        return Arrays.copyOfRange(bytes, from, at);
    }

    public Map<String, Object> table() {
        return table(DEPTH);
    }

    /// The fields of a table up to the end, without the length that stands before a table.
    public Map<String, Object> fields() {
        return fields(DEPTH);
    }

    private Map<String, Object> fields(int depth) {
        Map<String, Object> table = new LinkedHashMap<>();
        while (!atEnd()) {
            String key = shortstr();
            table.put(key, value(depth - 1));
        }
        return Collections.unmodifiableMap(table);
    }

    private Map<String, Object> table(int depth) {
        int from = advanceCounted();
        return new FieldReader(bytes, from, at).fields(depth);
    }

    private List<Object> array(int depth) {
        int from = advanceCounted();
        FieldReader inner = new FieldReader(bytes, from, at);
        List<Object> list = new ArrayList<>();
        while (!inner.atEnd()) {
            list.add(inner.value(depth - 1));
        }
        return Collections.unmodifiableList(list);
    }

    @SuppressWarnings("NullAway") // AMQP's void is a null among the values
    private @Nullable Object value(int depth) {
        if (depth < 0) {
            throw new MalformedContent("tables nest deeper than " + DEPTH);
        }
        int type = octet();
        return switch (type) {
            case 'S' -> longText();
            case 'I' -> longSigned();
            case 'i' -> new Unsigned(32, longSigned() & 0xFFFF_FFFFL);
            case 'l', 'L' -> longlong();
            case 't' -> octet() != 0;
            case 'F' -> table(depth);
            case 'A' -> array(depth);
            case 'b' -> (byte) octet();
            case 'B' -> new Unsigned(8, octet());
            case 's' -> (short) shortUnsigned();
            case 'u' -> new Unsigned(16, shortUnsigned());
            case 'f' -> Float.intBitsToFloat(longSigned());
            case 'd' -> Double.longBitsToDouble(longlong());
            case 'D' -> decimal();
            case 'T' -> timestamp(longlong());
            case 'x' -> Bytes.of(longstr());
            case 'V' -> null;
            default -> throw new MalformedContent("unknown field type " + type);
        };
    }

    private Object longText() {
        int from = advanceCounted();
        String text = text(from, at - from);
        return text != null ? text : new RawText(Bytes.of(Arrays.copyOfRange(bytes, from, at)));
    }

    private BigDecimal decimal() {
        int scale = octet();
        return new BigDecimal(BigInteger.valueOf(longSigned()), scale);
    }

    /// Seconds since 1970.
    static Object timestamp(long seconds) {
        return seconds >= 0 && seconds <= LAST_INSTANT
                ? Instant.ofEpochSecond(seconds)
                : new Unsigned(64, seconds);
    }

    private int advanceCounted() {
        int length = longSigned();
        if (length < 0) {
            throw new MalformedContent("a length of " + Integer.toUnsignedString(length));
        }
        return advance(length);
    }

    private int advance(int count) {
        if (count > end - at) {
            throw new MalformedContent("ends too early");
        }
        int from = at;
        at += count;
        return from;
    }

    /// Null when it is not UTF-8.
    private @Nullable String text(int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (bytes[i] < 0) {
                return decoded(from, length);
            }
        }
        return new String(bytes, from, length, StandardCharsets.US_ASCII);
    }

    private @Nullable String decoded(int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        byte[] again = text.getBytes(StandardCharsets.UTF_8); // not the same where something had to be replaced
        return Arrays.equals(again, 0, again.length, bytes, from, from + length) ? text : null;
    }
}
