package mirrorlab.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The segments of a store: appends to the newest, forgets the oldest. Knows nothing of what the records mean.
final class SegmentLog implements AutoCloseable {
    private final Disk disk;
    private final int segmentSize;
    private final NavigableMap<Integer, Segment> segments;
    /// What was appended but not yet handed to the file; `written` is where it goes.
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private long written;
    private Segment newest;
    /// The numbers of the tables in the newest segment.
    private final Map<String, Integer> numbers = new HashMap<>();
    private boolean durable = true;
    private long appended;
    private @Nullable Segment retired;

    private SegmentLog(Disk disk, int segmentSize, NavigableMap<Integer, Segment> segments, List<String> names) {
        this.disk = disk;
        this.segmentSize = segmentSize;
        this.segments = segments;
        this.newest = segments.lastEntry().getValue();
        this.written = newest.size;
        names.forEach(name -> numbers.put(name, numbers.size()));
    }

    /// @param segmentSize
    ///            when the newest segment has this many bytes, the next is begun
    /// @param contents
    ///            receives what the log holds
    static SegmentLog open(Disk disk, int segmentSize, Contents contents) throws IOException {
        NavigableMap<Integer, Segment> segments = new TreeMap<>();
        boolean opened = false;
        try {
            List<String> names = new LogRecovery(disk, segments, contents).run();
            SegmentLog log = new SegmentLog(disk, segmentSize, segments, names);
            opened = true;
            return log;
        } finally {
            if (!opened) {
                closeAll(segments);
            }
        }
    }

    Place put(String table, long key, ByteBuffer value) throws IOException {
        return append(new LogRecord.Put(number(table), key, value));
    }

    void remove(String table, long key) throws IOException {
        append(new LogRecord.Remove(number(table), key));
    }

    void drop(String table) throws IOException {
        append(new LogRecord.Drop(number(table)));
    }

    /// Hands everything to the files, where readers find it.
    void flush() throws IOException {
        if (buffer.position() > 0) {
            write(buffer.flip());
            buffer.clear();
        }
    }

    /// Makes everything durable with one fsync, and none when nothing was appended; then forgets a retired segment.
    void force() throws IOException {
        if (!durable) {
            flush();
            newest.file.force();
            durable = true;
        }
        forgetRetired();
    }

    /// How many bytes were appended since the log was opened.
    long appended() {
        return appended;
    }

    /// The bytes of all segments.
    long size() {
        return segments.values().stream().mapToLong(segment -> segment.size).sum();
    }

    /// The oldest segment when it can be cleaned: it is not the newest, and none is waiting to be forgotten.
    @Nullable
    Segment cleanable() {
        return segments.size() == 1 || retired != null ? null : segments.firstEntry().getValue();
    }

    /// The oldest segment is no longer needed as soon as what was appended so far is durable.
    void retire(Segment oldest) {
        retired = oldest;
    }

    Segment segment(int number) {
        Segment segment = segments.get(number);
        if (segment == null) {
            throw new IllegalStateException("segment " + number + " was forgotten too early");
        }
        return segment;
    }

    /// Closes the files, whatever state they are in.
    @Override
    public void close() throws IOException {
        closeAll(segments);
    }

    private static void closeAll(NavigableMap<Integer, Segment> segments) throws IOException {
        for (Segment segment : segments.values()) {
            segment.file.close();
        }
    }

    /// The table's number for the next record. Begins the next segment before, when it is time, and sets a mark after
    /// a sync.
    private int number(String table) throws IOException {
        if (newest.size >= segmentSize) {
            roll();
        }
        if (durable && newest.size > SegmentReader.HEADER) {
            append(new LogRecord.Synced());
        }
        Integer known = numbers.get(table);
        if (known != null) {
            return known;
        }
        int number = numbers.size();
        append(new LogRecord.Name(number, table));
        numbers.put(table, number);
        return number;
    }

    private void roll() throws IOException {
        flush();
        newest.complete();
        durable = false;
        force();
        newest = Segment.open(disk, newest.number + 1);
        segments.put(newest.number, newest);
        newest.begin(disk);
        written = newest.size;
        numbers.clear();
    }

    private void forgetRetired() throws IOException {
        if (retired != null) {
            segments.remove(retired.number);
            retired.file.close();
            disk.delete(retired.name());
            disk.force();
            retired = null;
        }
    }

    private Place append(LogRecord record) throws IOException {
        Place place = new Place(newest.number, (int) newest.size, RecordFormat.size(record));
        durable = false;
        take(RecordFormat.head(record, newest.number, newest.size));
        if (record instanceof LogRecord.Put put) {
            take(put.value());
        }
        newest.size += place.size();
        appended += place.size();
        return place;
    }

    private void take(ByteBuffer bytes) throws IOException {
        if (bytes.remaining() > buffer.remaining()) {
            flush();
        }
        if (bytes.remaining() > buffer.capacity()) {
            write(bytes);
        } else {
            buffer.put(bytes);
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        newest.write(bytes, written, segmentSize / 32);
        written += length;
    }
}
