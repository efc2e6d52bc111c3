package mirrorlab.vocabulary;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An immutable run of bytes, equal by content. The array handed in or out must not be written to afterwards. Where the bytes
/// are makes no difference to anybody: in memory, or paged out and read whenever they are wanted.
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);
    /// The array, or where it is. Once elsewhere, it stays so; a thread that does not see that yet sees the array, which is as
    /// good.
    private Object content;

    /// Where bytes are that are not in memory.
    public interface Elsewhere {
        int size();

        /// Always the same bytes.
        byte[] read();
    }

    private Bytes(Object content) {
        this.content = content;
    }

    @JsonCreator
    public static Bytes of(byte[] array) {
        return array.length == 0 ? EMPTY : new Bytes(array);
    }

    public static Bytes of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public static Bytes elsewhere(Elsewhere place) {
        return new Bytes(place);
    }

    @JsonValue
    public byte[] array() {
        Object now = content;
        return now instanceof byte[] array ? array : ((Elsewhere) now).read();
    }

    public int size() {
        Object now = content;
        return now instanceof byte[] array ? array.length : ((Elsewhere) now).size();
    }

    public boolean isInMemory() {
        return content instanceof byte[];
    }

    /// Gives up the array for everybody who has these bytes; they are read from there from now on.
    ///
    /// @param place
    ///            an immutable object that has the same bytes
    public void leaveMemory(Elsewhere place) {
        content = place;
    }

    public String text() {
        return new String(array(), StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Bytes that && size() == that.size() && Arrays.equals(array(), that.array()));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array());
    }

    @Override
    public String toString() {
        return size() <= 64 ? text() : size() + " bytes";
    }
}
