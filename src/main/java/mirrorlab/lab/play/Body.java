package mirrorlab.lab.play;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A message's body: a name such as `m17`, padded with dots to the wanted size.
final class Body {
    private static final byte PADDING = '.';

    private Body() {}

    static byte[] of(String name, int size) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= size) {
            return bytes;
        }
        byte[] padded = Arrays.copyOf(bytes, size);
        Arrays.fill(padded, bytes.length, size, PADDING);
        return padded;
    }

    static String name(byte[] body) {
        int end = body.length;
        while (end > 0 && body[end - 1] == PADDING) {
            end--;
        }
        return new String(body, 0, end, StandardCharsets.UTF_8);
    }
}
