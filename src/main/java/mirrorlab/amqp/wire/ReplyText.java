package mirrorlab.amqp.wire;

import java.nio.charset.StandardCharsets;

/// A reply text is a short string: at most 255 bytes.
final class ReplyText {
    private static final int MAX = 255;

    private ReplyText() {}

    /// RabbitMQ cuts at 252 bytes and adds three dots; here never through the middle of a character.
    static String fitting(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX) {
            return text;
        }
        var end = MAX - 3;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + "...";
    }
}
