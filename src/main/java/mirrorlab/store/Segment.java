package mirrorlab.store;

import java.io.IOException;
import java.util.regex.Pattern;

/// One file of the log.
final class Segment {
    static final Pattern NAME = Pattern.compile("[0-9]{10}\\.log");

    final int number;
    final DiskFile file;
    /// Where the next record goes, in bytes.
    long size;

    private Segment(int number, DiskFile file, long size) {
        this.number = number;
        this.file = file;
        this.size = size;
    }

    static Segment open(Disk disk, int number) throws IOException {
        DiskFile file = disk.open(name(number));
        return new Segment(number, file, file.size());
    }

    /// Begins a segment that is new or was not begun completely, and makes that durable.
    void begin(Disk disk) throws IOException {
        file.truncate(0);
        file.write(SegmentReader.header(number), 0);
        file.force();
        disk.force();
        size = SegmentReader.HEADER;
    }

    String name() {
        return name(number);
    }

    private static String name(int number) {
        return "%010d.log".formatted(number);
    }
}
