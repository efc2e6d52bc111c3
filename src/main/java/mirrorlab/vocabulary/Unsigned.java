package mirrorlab.vocabulary;

/// An unsigned number of an AMQP table, which Java's own types do not tell apart from a signed one. Of 8 bits (`B`), 16 (`u`), 32
/// (`i`), or 64: a timestamp (`T`) too far away for {@link java.time.Instant}.
@SuppressWarnings("serial")
public final class Unsigned extends Number {
    private final int bits;
    private final long value;

    public Unsigned(int bits, long value) {
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64 || bits < 64 && value >>> bits != 0) {
            throw new IllegalArgumentException(value + " does not fit into " + bits + " unsigned bits");
        }
        this.bits = bits;
        this.value = value;
    }

    public int bits() {
        return bits;
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return value;
    }

    @Override
    public float floatValue() {
        return (float) doubleValue();
    }

    @Override
    public double doubleValue() {
        return value >= 0 ? value : (value >>> 1) * 2.0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Unsigned that && bits == that.bits && value == that.value;
    }

    @Override
    public int hashCode() {
        return bits + Long.hashCode(value);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(value);
    }
}
