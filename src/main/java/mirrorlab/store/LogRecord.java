package mirrorlab.store;

import java.nio.ByteBuffer;

/// One record of a segment. Tables are named by a number that is valid within the segment: a table's first use there
/// gives it the next number, from 0, so that each segment can be read by itself.
sealed interface LogRecord {

    /// Gives the table the next number.
    record Name(int table, String name) implements LogRecord {}

    /// @param value
    ///            when read: a view that is valid until the next record is read
    record Put(int table, long key, ByteBuffer value) implements LogRecord {}

    record Remove(int table, long key) implements LogRecord {}

    record Drop(int table) implements LogRecord {}

    /// Everything before this record was durable when it was written.
    record Synced() implements LogRecord {}
}
