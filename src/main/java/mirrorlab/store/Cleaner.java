package mirrorlab.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Keeps the log small: appends again what is still live in the oldest segment, a little with each write, so that no
/// write waits long, and retires the segment when its end is reached.
final class Cleaner {
    /// For each byte that is written this many are cleaned, so the log shrinks while it is written to.
    private static final int PACE = 4;
    private static final int LEAST = 1 << 16;

    private final SegmentLog log;
    private final Contents contents;
    private final int segmentSize;
    private @Nullable SegmentReader reader;

    Cleaner(SegmentLog log, Contents contents, int segmentSize) {
        this.log = log;
        this.contents = contents;
        this.segmentSize = segmentSize;
    }

    /// @param written
    ///            how many bytes were written since the last call
    void clean(long written) throws IOException {
        Segment oldest = log.cleanable();
        if (oldest == null) {
            return;
        }
        if (reader == null) {
            if (contents.livesIn(oldest) && log.size() <= 2 * contents.live() + 2L * segmentSize) {
                return;
            }
            reader = new SegmentReader(oldest, oldest.size);
        }
        long end = reader.offset() + PACE * written + LEAST;
        while (contents.livesIn(oldest) && reader.offset() < end) {
            keep(oldest, reader);
        }
        if (!contents.livesIn(oldest)) {
            log.retire(oldest);
            reader = null;
        }
    }

    private void keep(Segment oldest, SegmentReader from) throws IOException {
        LogRecord record = from.next();
        if (record == null) {
            throw new IOException("the log file " + oldest.name() + " is damaged at byte " + from.offset());
        }
        if (record instanceof LogRecord.Put put) {
            String table = from.table(put.table());
            if (from.place().equals(contents.place(table, put.key()))) {
                contents.put(table, put.key(), log.put(table, put.key(), put.value()));
            }
        }
    }
}
