package mirrorlab.content;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.RawText;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;

/// Writes AMQP values into a growing run of bytes. What AMQP has no type for throws {@link MalformedContent}.
public final class FieldWriter {
    private static final int LONGEST_KEY = 255;
    private byte[] bytes = new byte[64];
    private int size;

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    public void octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    public void shortUnsigned(int value) {
        octet(value >> 8);
        octet(value);
    }

    public void longSigned(int value) {
        shortUnsigned(value >> 16);
        shortUnsigned(value);
    }

    public void longlong(long value) {
        longSigned((int) (value >> 32));
        longSigned((int) value);
    }

    public void shortstr(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > LONGEST_KEY) {
            throw new MalformedContent("a short string has " + utf8.length + " bytes, at most 255 fit");
        }
        octet(utf8.length);
        put(utf8);
    }

    public void longstr(byte[] value) {
        longSigned(value.length);
        put(value);
    }

    public void table(Map<String, ?> table) {
        table(table, FieldReader.DEPTH);
    }

    private void table(Map<?, ?> table, int depth) {
        int counted = begin();
        table.forEach((key, value) -> {
            shortstr((String) key);
            value(value, depth - 1);
        });
        end(counted);
    }

    private void array(List<?> list, int depth) {
        int counted = begin();
        list.forEach(each -> value(each, depth - 1));
        end(counted);
    }

    private void value(@Nullable Object value, int depth) {
        if (depth < 0) {
            throw new MalformedContent("tables nest deeper than " + FieldReader.DEPTH);
        }
        switch (value) {
            case null -> octet('V');
            case String text -> {
                octet('S');
                longstr(text.getBytes(StandardCharsets.UTF_8));
            }
            case RawText(Bytes raw) -> {
                octet('S');
                longstr(raw.array());
            }
            case Bytes raw -> {
                octet('x');
                longstr(raw.array());
            }
            case Boolean truth -> {
                octet('t');
                octet(truth ? 1 : 0);
            }
            case Map<?, ?> map -> {
                octet('F');
                table(map, depth);
            }
            case List<?> list -> {
                octet('A');
                array(list, depth);
            }
            case Instant instant -> {
                octet('T');
                longlong(instant.getEpochSecond());
            }
            case Number number -> number(number);
            default -> throw new MalformedContent("a table cannot hold a " + value.getClass().getName());
        }
    }

    private void number(Number value) {
        switch (value) {
            case Byte number -> {
                octet('b');
                octet(number);
            }
            case Short number -> {
                octet('s');
                shortUnsigned(number);
            }
            case Integer number -> {
                octet('I');
                longSigned(number);
            }
            case Long number -> {
                octet('l');
                longlong(number);
            }
            case Float number -> {
                octet('f');
                longSigned(Float.floatToRawIntBits(number));
            }
            case Double number -> {
                octet('d');
                longlong(Double.doubleToRawLongBits(number));
            }
            case Unsigned number -> unsigned(number);
            case BigDecimal number -> decimal(number);
            default -> throw new MalformedContent("a table cannot hold a " + value.getClass().getName());
        }
    }

    private void unsigned(Unsigned number) {
        switch (number.bits()) {
            case 8 -> {
                octet('B');
                octet(number.intValue());
            }
            case 16 -> {
                octet('u');
                shortUnsigned(number.intValue());
            }
            case 32 -> {
                octet('i');
                longSigned(number.intValue());
            }
            default -> {
                octet('T');
                longlong(number.longValue());
            }
        }
    }

    private void decimal(BigDecimal number) {
        if (number.scale() < 0 || number.scale() > 255 || number.unscaledValue().bitLength() > 31) {
            throw new MalformedContent("the decimal " + number + " does not fit into 32 bits and a scale of 0 to 255");
        }
        octet('D');
        octet(number.scale());
        longSigned(number.unscaledValue().intValue());
    }

    private int begin() {
        longSigned(0);
        return size;
    }

    private void end(int counted) {
        int length = size - counted;
        for (int i = 1; i <= 4; i++) {
            bytes[counted - i] = (byte) (length >> 8 * (i - 1));
        }
    }

    private void put(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    private void room(int more) {
        if (size + more < 0) {
            throw new MalformedContent("a table has more than 2 GiB");
        }
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, (int) Math.min(bytes.length * 2L, 1 << 30)));
        }
    }
}
