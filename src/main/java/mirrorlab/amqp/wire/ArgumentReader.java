package mirrorlab.amqp.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// Reads AMQP values out of a run of bytes, never past its end. Tables become maps in the order of the wire with the
/// Java type that is wide enough: `b` Byte, `B` and `s` Short, `u` and `I` Integer, `i` and `l` Long, `S` String, `x`
/// {@link Bytes}, `t` Boolean, `f` Float, `d` Double, `D` BigDecimal, `T` Instant, `F` Map, `A` List, `V` null.
final class ArgumentReader {
    /// Deep enough for dead-letter histories, and no stack is ever in danger.
    private static final int DEPTH = 32;

    private final byte[] bytes;
    private final int start;
    private final int end;
    private int at;

    ArgumentReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.at = start;
    }

    boolean atEnd() {
        return at == end;
    }

    /// The run as RabbitMQ prints it, as much of it as fits into a reply text.
    String printed() {
        return Octets.print(bytes, start, Math.min(end, start + 255));
    }

    int octet() {
        return bytes[advance(1)] & 0xFF;
    }

    int shortUnsigned() {
        var from = advance(2);
        return (bytes[from] & 0xFF) << 8 | (bytes[from + 1] & 0xFF);
    }

    int longSigned() {
        return shortUnsigned() << 16 | shortUnsigned();
    }

    long longlong() {
        return (long) longSigned() << 32 | (longSigned() & 0xFFFF_FFFFL);
    }

    String shortstr() throws ConnectionError {
        return shortstr("");
    }

    /// @param probably
    ///            what it was the last time: given back when it is that again, so that a publisher's exchange and
    ///            routing key are made once
    String shortstr(String probably) throws ConnectionError {
        var length = octet();
        var from = advance(length);
        if (length == probably.length() && same(from, probably)) {
            return probably;
        }
        return text(from, length);
    }

    byte[] longstr() {
        var from = advanceCounted();
        return Arrays.copyOfRange(bytes, from, at);
    }

    Map<String, Object> table() throws ConnectionError {
        return table(DEPTH);
    }

    /// Passes over a table, checking it.
    void skipTable() throws ConnectionError {
        table(DEPTH);
    }

    private Map<String, Object> table(int depth) throws ConnectionError {
        var from = advanceCounted();
        var inner = new ArgumentReader(bytes, from, at);
        var table = new LinkedHashMap<String, Object>();
        while (!inner.atEnd()) {
            var key = inner.shortstr();
            table.put(key, inner.value(depth - 1));
        }
        return Collections.unmodifiableMap(table);
    }

    private List<Object> array(int depth) throws ConnectionError {
        var from = advanceCounted();
        var inner = new ArgumentReader(bytes, from, at);
        var list = new ArrayList<Object>();
        while (!inner.atEnd()) {
            list.add(inner.value(depth - 1));
        }
        return Collections.unmodifiableList(list);
    }

    @SuppressWarnings("NullAway") // AMQP's void is a null among the values
    private @Nullable Object value(int depth) throws ConnectionError {
        if (depth < 0) {
            throw new MalformedArguments("tables nest deeper than " + DEPTH);
        }
        var type = octet();
        return switch (type) {
            case 'S' -> new String(longstr(), StandardCharsets.UTF_8);
            case 'I' -> longSigned();
            case 'i' -> longSigned() & 0xFFFF_FFFFL;
            case 'l', 'L' -> longlong();
            case 't' -> octet() != 0;
            case 'F' -> table(depth);
            case 'A' -> array(depth);
            case 'b' -> (byte) octet();
            case 'B' -> (short) octet();
            case 's' -> (short) shortUnsigned();
            case 'u' -> shortUnsigned();
            case 'f' -> Float.intBitsToFloat(longSigned());
            case 'd' -> Double.longBitsToDouble(longlong());
            case 'D' -> decimal();
            case 'T' -> Instant.ofEpochSecond(Math.clamp(longlong(), 0, Integer.toUnsignedLong(-1)));
            case 'x' -> Bytes.of(longstr());
            case 'V' -> null;
            default -> throw new MalformedArguments("unknown field type " + type);
        };
    }

    private BigDecimal decimal() {
        var scale = octet();
        return new BigDecimal(BigInteger.valueOf(longSigned()), scale);
    }

    private int advanceCounted() {
        var length = longSigned();
        if (length < 0) {
            throw new MalformedArguments("a length of " + Integer.toUnsignedString(length));
        }
        return advance(length);
    }

    private int advance(int count) {
        if (count > end - at) {
            throw new MalformedArguments("ends too early");
        }
        var from = at;
        at += count;
        return from;
    }

    private boolean same(int from, String text) {
        for (var i = 0; i < text.length(); i++) {
            var character = text.charAt(i);
            if (character > 127 || bytes[from + i] != character) {
                return false;
            }
        }
        return true;
    }

    private String text(int from, int length) throws ConnectionError {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length)).toString();
        } catch (CharacterCodingException _) {
            throw new ConnectionError(ReplyCode.FRAME_ERROR, "Malformed UTF-8 in shortstr");
        }
    }
}
