package mirrorlab.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// How a record looks in a segment: four bytes length of the body, four bytes checksum, body; all numbers big-endian.
///
/// | body | |
/// |---|---|
/// | name | `1`, table (4), the name's UTF-16 units |
/// | put | `2`, table (4), key (8), value |
/// | remove | `3`, table (4), key (8) |
/// | drop | `4`, table (4) |
/// | synced | `5` |
///
/// The checksum is CRC-32C over the segment's number, the record's offset, the length and the body, so bytes that were
/// left there by something else are not taken for a record. Names are UTF-16 because any Java string is one.
final class RecordFormat {
    static final int FRAME = 8;
    static final int SYNCED_SIZE = FRAME + 1;
    private static final byte NAME = 1;
    private static final byte PUT = 2;
    private static final byte REMOVE = 3;
    private static final byte DROP = 4;
    private static final byte SYNCED = 5;

    private RecordFormat() {}

    /// The size with its frame, in bytes.
    static int size(LogRecord record) {
        return FRAME + switch (record) {
            case LogRecord.Name(int table, String name) -> 5 + 2 * name.length();
            case LogRecord.Put(int table, long key, ByteBuffer value) -> 13 + value.remaining();
            case LogRecord.Remove remove -> 13;
            case LogRecord.Drop drop -> 5;
            case LogRecord.Synced synced -> 1;
        };
    }

    /// The record up to its value, ready to be written; the value, if it has one, follows as it is.
    static ByteBuffer head(LogRecord record, int segment, long offset) {
        int length = size(record) - FRAME;
        CRC32C checksum = checksum(segment, offset, length);
        ByteBuffer head = switch (record) {
            case LogRecord.Name(int table, String name) -> {
                ByteBuffer body = body(length, NAME).putInt(table);
                name.chars().forEach(unit -> body.putChar((char) unit));
                yield body;
            }
            case LogRecord.Put(int table, long key, ByteBuffer value) -> body(13, PUT).putInt(table).putLong(key);
            case LogRecord.Remove(int table, long key) -> body(13, REMOVE).putInt(table).putLong(key);
            case LogRecord.Drop(int table) -> body(5, DROP).putInt(table);
            case LogRecord.Synced() -> body(1, SYNCED);
        };
        checksum.update(head.slice(FRAME, head.position() - FRAME));
        if (record instanceof LogRecord.Put put) {
            checksum.update(put.value().duplicate());
        }
        return head.putInt(0, length).putInt(4, (int) checksum.getValue()).rewind();
    }

    /// Reads the record at an offset, or nothing when there is no whole and undamaged record.
    static @Nullable LogRecord read(Window window, int segment, long offset) throws IOException {
        ByteBuffer frame = window.at(offset, FRAME);
        if (frame == null) {
            return null;
        }
        int length = frame.getInt();
        int expected = frame.getInt();
        ByteBuffer body = length < 1 ? null : window.at(offset + FRAME, length);
        if (body == null) {
            return null;
        }
        CRC32C checksum = checksum(segment, offset, length);
        checksum.update(body.duplicate());
        return (int) checksum.getValue() == expected ? record(body) : null;
    }

    private static @Nullable LogRecord record(ByteBuffer body) {
        byte kind = body.get();
        int rest = body.remaining();
        if (kind == NAME && rest >= 4) {
            return new LogRecord.Name(body.getInt(), body.asCharBuffer().toString());
        } else if (kind == PUT && rest >= 12) {
            return new LogRecord.Put(body.getInt(), body.getLong(), body);
        } else if (kind == REMOVE && rest == 12) {
            return new LogRecord.Remove(body.getInt(), body.getLong());
        } else if (kind == DROP && rest == 4) {
            return new LogRecord.Drop(body.getInt());
        } else {
            return kind == SYNCED && rest == 0 ? new LogRecord.Synced() : null;
        }
    }

    private static ByteBuffer body(int length, byte kind) {
        return ByteBuffer.allocate(FRAME + length).position(FRAME).put(kind);
    }

    private static CRC32C checksum(int segment, long offset, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(16).putInt(segment).putLong(offset).putInt(length).flip());
        return checksum;
    }
}
