package mirrorlab.store;

import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;

/// Opens the segments of a folder and replays their records, oldest first.
final class LogRecovery {
    private final Disk disk;
    private final NavigableMap<Integer, Segment> segments;
    private final Contents contents;

    /// @param segments
    ///            receives the segments, at least one, all durable
    /// @param contents
    ///            receives what the records say
    LogRecovery(Disk disk, NavigableMap<Integer, Segment> segments, Contents contents) {
        this.disk = disk;
        this.segments = segments;
        this.contents = contents;
    }

    /// Returns the names of the tables in the newest segment, by number.
    List<String> run() throws IOException {
        List<Integer> numbers = numbers();
        if (numbers.isEmpty()) {
            begin(Segment.open(disk, 1));
            return List.of();
        }
        List<String> names = List.of();
        for (int number : numbers) {
            Segment segment = Segment.open(disk, number);
            segments.put(number, segment);
            names = replay(segment, number == numbers.getLast());
        }
        return names;
    }

    private List<Integer> numbers() throws IOException {
        List<Integer> numbers = disk.names().stream().filter(name -> Segment.NAME.matcher(name).matches())
                .map(name -> Integer.valueOf(name.substring(0, 10))).toList();
        for (int at = 1; at < numbers.size(); at++) {
            if (numbers.get(at) != numbers.get(at - 1) + 1) {
                throw new IOException("the log file after number " + numbers.get(at - 1) + " is missing");
            }
        }
        return numbers;
    }

    private void begin(Segment segment) throws IOException {
        segments.put(segment.number, segment);
        segment.begin(disk);
    }

    private List<String> replay(Segment segment, boolean last) throws IOException {
        SegmentReader reader = new SegmentReader(segment, segment.size);
        if (!reader.hasHeader()) {
            if (!last || segment.size > SegmentReader.HEADER) {
                throw damaged(segment, 0);
            }
            begin(segment);
            return List.of();
        }
        for (LogRecord record = reader.next(); record != null; record = reader.next()) {
            apply(record, reader);
        }
        if (reader.offset() < segment.size) {
            if (!last || reader.markFollows()) {
                throw damaged(segment, reader.offset());
            }
            segment.size = reader.offset();
            segment.complete();
        }
        if (last) {
            segment.file.force();
        }
        return reader.names();
    }

    private void apply(LogRecord record, SegmentReader reader) throws IOException {
        switch (record) {
            case LogRecord.Put put -> contents.put(reader.table(put.table()), put.key(), reader.place());
            case LogRecord.Remove(int table, long key) -> contents.remove(reader.table(table), key);
            case LogRecord.Drop(int table) -> contents.drop(reader.table(table));
            case LogRecord.Name name -> throw new IllegalStateException("a reader keeps names");
            case LogRecord.Synced synced -> {
            }
        }
    }

    private static IOException damaged(Segment segment, long offset) {
        return new IOException("the log file " + segment.name() + " is damaged at byte " + offset
                + ", in front of what was safely on disk");
    }
}
