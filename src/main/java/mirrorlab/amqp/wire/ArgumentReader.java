package mirrorlab.amqp.wire;

import java.util.Map;
import mirrorlab.content.FieldReader;

/// Reads the arguments of a method or a content header, never past their end; what cannot be read is a
/// {@link mirrorlab.content.MalformedContent}.
final class ArgumentReader {
    private final byte[] bytes;
    private final int start;
    private final int end;
    private final FieldReader fields;

    ArgumentReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.fields = new FieldReader(bytes, start, end);
    }

    /// Reads on from the same place.
    FieldReader fields() {
        return fields;
    }

    boolean atEnd() {
        return fields.atEnd();
    }

    /// The run as RabbitMQ prints it, as much of it as fits into a reply text.
    String printed() {
        return Octets.print(bytes, start, Math.min(end, start + 255));
    }

    int octet() {
        return fields.octet();
    }

    int shortUnsigned() {
        return fields.shortUnsigned();
    }

    int longSigned() {
        return fields.longSigned();
    }

    long longlong() {
        return fields.longlong();
    }

    String shortstr() throws ConnectionError {
        return shortstr("");
    }

    /// @param probably
    ///            what it was the last time: given back when it is that again, so that a publisher's exchange and
    ///            routing key are made once
    String shortstr(String probably) throws ConnectionError {
        var text = fields.shortstrOrNull(probably);
        if (text == null) {
            throw new ConnectionError(ReplyCode.FRAME_ERROR, "Malformed UTF-8 in shortstr");
        }
        return text;
    }

    byte[] longstr() {
        return fields.longstr();
    }

    Map<String, Object> table() {
        return fields.table();
    }
}
