package mirrorlab.amqp.contract;

import static mirrorlab.amqp.RawClient.join;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/// Changes to bytes that were right.
final class Damage {
    /// Bytes that name a method.
    private static final int NAME = 4;

    private Damage() {}

    /// One to four changes anywhere.
    static byte[] bytes(byte[] valid, Random random) {
        byte[] damaged = valid;
        for (int i = random.nextInt(4); i >= 0; i--) {
            damaged = once(damaged, 0, random);
        }
        return damaged;
    }

    /// Changes within the frames' payloads; the frames around them stay right, and mostly the first word, which says what
    /// class the rest is of, and the second: an unknown method is soon told.
    static byte[] inside(byte[] frames, Random random) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteBuffer left = ByteBuffer.wrap(frames);
        while (left.hasRemaining()) {
            int type = left.get();
            int channel = left.getShort();
            byte[] payload = new byte[left.getInt()];
            left.get(payload);
            left.get();
            byte[] damaged = random.nextInt(3) == 0
                    ? payload
                    : once(payload, random.nextInt(8) == 0 ? 0 : NAME, random);
            all.writeBytes(mirrorlab.amqp.RawClient.frame(type, channel, damaged, 0xCE));
        }
        return all.toByteArray();
    }

    private static byte[] once(byte[] valid, int from, Random random) {
        int at = valid.length > from ? from + random.nextInt(valid.length - from) : random.nextInt(valid.length);
        int to = Math.min(valid.length, at + 1 + random.nextInt(20));
        return switch (random.nextInt(8)) {
            case 0 -> Arrays.copyOf(valid, Math.max(1, at));
            case 1 -> join(Arrays.copyOf(valid, at), Arrays.copyOfRange(valid, to, valid.length), new byte[1]);
            case 2 -> join(Arrays.copyOf(valid, to), Arrays.copyOfRange(valid, at, valid.length));
            case 3 -> with(valid, at, 255);
            case 4, 5 -> with(valid, at, valid[at] ^ 1 << random.nextInt(8));
            default -> with(valid, at, random.nextInt(256));
        };
    }

    private static byte[] with(byte[] valid, int at, int value) {
        byte[] changed = valid.clone();
        changed[at] = (byte) value;
        return changed;
    }
}
