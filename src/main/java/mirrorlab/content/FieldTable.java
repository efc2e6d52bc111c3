package mirrorlab.content;

import java.util.Map;
import mirrorlab.vocabulary.Bytes;

/// A whole table as bytes, its length of four bytes included.
public final class FieldTable {
    private FieldTable() {}

    /// @throws MalformedContent a value has no type in AMQP, or is too large
    public static Bytes encode(Map<String, ?> table) {
        FieldWriter out = new FieldWriter();
        out.table(table);
        return Bytes.of(out.toBytes());
    }

    /// @throws MalformedContent the bytes are not one table
    public static Map<String, Object> decode(Bytes bytes) {
        FieldReader in = new FieldReader(bytes.array(), 0, bytes.size());
        Map<String, Object> table = in.table();
        if (!in.atEnd()) {
            throw new MalformedContent("goes on after its end");
        }
        return table;
    }
}
