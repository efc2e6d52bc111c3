package mirrorlab.store;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;

/// Reads values back, mostly in the order in which they were written.
final class EntryReader {
    private static final int STRETCH = 1 << 16;
    private static final int WINDOWS = 32;

    private final SegmentLog log;
    /// By segment, the one used last at the end.
    private final LinkedHashMap<Integer, Window> windows = new LinkedHashMap<>(WINDOWS, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Window> eldest) {
            return size() > WINDOWS;
        }
    };

    EntryReader(SegmentLog log) {
        this.log = log;
    }

    Bytes value(Place place) throws IOException {
        Segment segment = log.segment(place.segment());
        Window window = windows.computeIfAbsent(place.segment(),
                number -> new Window(segment.file, segment.size, STRETCH));
        if (!(RecordFormat.read(window, place.segment(), place.offset()) instanceof LogRecord.Put put)) {
            throw new IOException("the log file " + segment.name() + " is damaged at byte " + place.offset());
        }
        byte[] value = new byte[put.value().remaining()];
        put.value().get(value);
        return Bytes.of(value);
    }
}
