package mirrorlab.vocabulary;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An immutable run of bytes, equal by content. The array handed in or out must not be written to afterwards.
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);
    private final byte[] array;

    private Bytes(byte[] array) {
        this.array = array;
    }

    @JsonCreator
    public static Bytes of(byte[] array) {
        return array.length == 0 ? EMPTY : new Bytes(array);
    }

    public static Bytes of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    @JsonValue
    public byte[] array() {
        return array;
    }

    public int size() {
        return array.length;
    }

    public String text() {
        return new String(array, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(array, that.array);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array);
    }

    @Override
    public String toString() {
        return array.length <= 64 ? text() : array.length + " bytes";
    }
}
