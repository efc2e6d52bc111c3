package mirrorlab.node.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.RawText;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;

/// A value whose type is only known at run time: what JSON and AMQP tables can hold. One byte says what follows.
@SuppressWarnings({"EnumOrdinal", "JavaUtilDate"}) // both ends run the same program; AMQP's client library says Date
final class ValueCoder implements Coder {
    static final ValueCoder ANY = new ValueCoder();

    private enum Kind {
        NULL, TRUE, FALSE, BYTE, SHORT, INTEGER, LONG, FLOAT, DOUBLE, DECIMAL, TEXT, BYTES, DATE, INSTANT, LIST, MAP, //
        BIG_INTEGER, UNSIGNED, RAW_TEXT;

        private static final List<Kind> ALL = List.of(values());
    }

    private ValueCoder() {}

    @Override
    public void write(@Nullable Object value, ByteWriter out) {
        switch (value) {
            case null -> put(Kind.NULL, out);
            case Boolean truth -> put(truth ? Kind.TRUE : Kind.FALSE, out);
            case Byte number -> put(Kind.BYTE, out).writeLong(number);
            case Short number -> put(Kind.SHORT, out).writeLong(number);
            case Integer number -> put(Kind.INTEGER, out).writeLong(number);
            case Long number -> put(Kind.LONG, out).writeLong(number);
            case Float number -> put(Kind.FLOAT, out).writeFixed(Float.floatToRawIntBits(number));
            case Double number -> put(Kind.DOUBLE, out).writeFixed(Double.doubleToRawLongBits(number));
            case BigDecimal number -> put(Kind.DECIMAL, out).writeText(number.toString());
            case BigInteger number -> put(Kind.BIG_INTEGER, out).writeText(number.toString());
            case Unsigned number -> {
                put(Kind.UNSIGNED, out).writeByte(number.bits());
                out.writeFixed(number.longValue());
            }
            case RawText(Bytes raw) -> put(Kind.RAW_TEXT, out).writeBytes(raw.array());
            case String text -> put(Kind.TEXT, out).writeText(text);
            case Bytes bytes -> put(Kind.BYTES, out).writeBytes(bytes.array());
            case Date date -> put(Kind.DATE, out).writeLong(date.getTime());
            case Instant instant -> put(Kind.INSTANT, out).writeLong(instant.toEpochMilli());
            case List<?> list -> {
                put(Kind.LIST, out).writeUnsigned(list.size());
                list.forEach(each -> write(each, out));
            }
            case Map<?, ?> map -> {
                put(Kind.MAP, out).writeUnsigned(map.size());
                map.forEach((key, each) -> {
                    out.writeText((String) key);
                    write(each, out);
                });
            }
            default -> throw new IllegalArgumentException("a table cannot hold a " + value.getClass().getName());
        }
    }

    private static ByteWriter put(Kind kind, ByteWriter out) {
        out.writeByte(kind.ordinal());
        return out;
    }

    @Override
    public @Nullable Object read(ByteReader in) {
        int kind = in.readByte();
        if (kind >= Kind.ALL.size()) {
            throw new IllegalArgumentException("a table has no values of kind " + kind);
        }
        return switch (Kind.ALL.get(kind)) {
            case NULL -> null;
            case TRUE -> true;
            case FALSE -> false;
            case BYTE -> (byte) in.readLong();
            case SHORT -> (short) in.readLong();
            case INTEGER -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> Float.intBitsToFloat((int) in.readFixed());
            case DOUBLE -> Double.longBitsToDouble(in.readFixed());
            case DECIMAL -> new BigDecimal(in.readText());
            case BIG_INTEGER -> new BigInteger(in.readText());
            case TEXT -> in.readText();
            case BYTES -> Bytes.of(in.readBytes());
            case DATE -> new Date(in.readLong());
            case INSTANT -> Instant.ofEpochMilli(in.readLong());
            case LIST -> readList(in);
            case MAP -> readMap(in);
            case UNSIGNED -> new Unsigned(in.readByte(), in.readFixed());
            case RAW_TEXT -> new RawText(Bytes.of(in.readBytes()));
        };
    }

    private List<Object> readList(ByteReader in) {
        in.enter();
        int count = in.readCount();
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(read(in));
        }
        in.leave();
        return Collections.unmodifiableList(list);
    }

    private Map<String, Object> readMap(ByteReader in) {
        in.enter();
        int count = in.readCount();
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            map.put(in.readText(), read(in));
        }
        in.leave();
        return Collections.unmodifiableMap(map);
    }
}
