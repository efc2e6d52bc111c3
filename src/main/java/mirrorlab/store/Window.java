package mirrorlab.store;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/// Reads a file in stretches, since most reads go on where the last one ended.
final class Window {
    private final DiskFile file;
    private final long end;
    private final int stretch;
    private ByteBuffer held = ByteBuffer.allocate(0);
    private long start;

    /// @param end
    ///            where the file ends for this reader, in bytes
    /// @param stretch
    ///            how much is read at once, in bytes
    Window(DiskFile file, long end, int stretch) {
        this.file = file;
        this.end = end;
        this.stretch = stretch;
    }

    /// The bytes at a position, or nothing when the file ends before. Valid until the next call.
    @Nullable
    ByteBuffer at(long position, int length) throws IOException {
        if (position + length > end) {
            return null;
        }
        if (position < start || position + length > start + held.limit()) {
            int wanted = (int) Math.min(end - position, Math.max(length, stretch));
            if (held.capacity() < wanted || held.capacity() > Math.max(wanted, stretch)) {
                held = ByteBuffer.allocate(wanted);
            }
            start = position;
            held.clear().limit(wanted);
            file.read(held, position);
            held.flip();
        }
        return held.slice((int) (position - start), length);
    }
}
