package mirrorlab.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/// One file of the log.
final class Segment {
    static final Pattern NAME = Pattern.compile("[0-9]{10}\\.log");

    final int number;
    final DiskFile file;
    /// Where the next record goes, in bytes. Behind it the file may hold zeros.
    long size;
    private long reserved;

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

    /// Writes, and keeps zeros behind the end: a sync of bytes that overwrite others need not wait for the file system
    /// to write down that the file has grown.
    ///
    /// @param reserve
    ///            how far the file grows at once, in bytes
    void write(ByteBuffer bytes, long position, int reserve) throws IOException {
        long end = position + bytes.remaining();
        file.write(bytes, position);
        if (end > reserved) {
            reserved = (end / reserve + 1) * reserve;
            file.write(ByteBuffer.allocate((int) (reserved - end)), end);
        }
    }

    /// Cuts off the zeros.
    void complete() throws IOException {
        file.truncate(size);
    }

    String name() {
        return name(number);
    }

    private static String name(int number) {
        return "%010d.log".formatted(number);
    }
}
