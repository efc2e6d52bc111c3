package mirrorlab.amqp.wire;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Bytes as RabbitMQ prints them in its texts: `<<0,20>>`, or `<<"abc">>` when all are printable.
final class Octets {
    private static final int SNIPPET = 16;

    private Octets() {}

    static String snippet(byte[] payload) {
        if (payload.length <= SNIPPET) {
            return "all octets = " + print(payload, 0, payload.length);
        }
        return "first 16 octets = " + print(payload, 0, SNIPPET);
    }

    static String print(byte[] bytes, int start, int end) {
        var printable = start < end
                && IntStream.range(start, end).allMatch(i -> bytes[i] >= ' ' && bytes[i] < 127 && bytes[i] != '"');
        if (printable) {
            return "<<\"" + new String(bytes, start, end - start, StandardCharsets.US_ASCII) + "\">>";
        }
        return IntStream.range(start, end).mapToObj(i -> Integer.toString(bytes[i] & 0xFF))
                .collect(Collectors.joining(",", "<<", ">>"));
    }
}
