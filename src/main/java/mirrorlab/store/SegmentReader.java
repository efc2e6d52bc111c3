package mirrorlab.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Goes through the records of one segment from its start.
final class SegmentReader {
    /// The first bytes of a segment; its number follows, four bytes.
    static final long MAGIC = 0x4d49_5252_4c4f_4731L;
    static final int HEADER = 12;
    private static final int STRETCH = 1 << 18;

    private final Segment segment;
    private final long end;
    private final Window window;
    private final List<String> names = new ArrayList<>();
    private long offset = HEADER;
    private Place place = new Place(0, 0, 0);

    /// @param end
    ///            where the segment ends for this reader, in bytes
    SegmentReader(Segment segment, long end) {
        this.segment = segment;
        this.end = end;
        this.window = new Window(segment.file, end, STRETCH);
    }

    static ByteBuffer header(int number) {
        return ByteBuffer.allocate(HEADER).putLong(MAGIC).putInt(number).flip();
    }

    boolean hasHeader() throws IOException {
        ByteBuffer header = window.at(0, HEADER);
        return header != null && header.equals(header(segment.number));
    }

    /// The next record, or nothing at the end and where a record is not whole or damaged. Names are kept, not returned.
    @Nullable
    LogRecord next() throws IOException {
        while (true) {
            LogRecord record = RecordFormat.read(window, segment.number, offset);
            if (record == null) {
                return null;
            }
            int size = RecordFormat.size(record);
            place = new Place(segment.number, (int) offset, size);
            offset += size;
            if (!(record instanceof LogRecord.Name name)) {
                return record;
            }
            names.add(name.name());
        }
    }

    /// The place of the record that `next` returned.
    Place place() {
        return place;
    }

    String table(int number) throws IOException {
        if (number < 0 || number >= names.size()) {
            throw new IOException("the file " + segment.name() + " names no table " + number);
        }
        return names.get(number);
    }

    /// Where the next record would be, in bytes.
    long offset() {
        return offset;
    }

    /// The names of the tables by their number, as far as read.
    List<String> names() {
        return names;
    }

    /// Whether a mark follows after the place where reading ended: then what is there had been synced.
    boolean markFollows() throws IOException {
        for (long at = offset + 1; at + RecordFormat.SYNCED_SIZE <= end; at++) {
            ByteBuffer length = window.at(at, Integer.BYTES);
            if (length != null && length.getInt() == RecordFormat.SYNCED_SIZE - RecordFormat.FRAME
                    && RecordFormat.read(window, segment.number, at) instanceof LogRecord.Synced) {
                return true;
            }
        }
        return false;
    }
}
