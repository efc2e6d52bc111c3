package mirrorlab.node;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;

/// A node's disk: named tables from a number to bytes.
///
/// Operations take effect in order. After `sync` returned, everything written before it is there after a power loss;
/// what was written later may be gone, but only from the end: if an operation survived, so did all before it. Used by
/// one thread at a time.
public interface Store extends AutoCloseable {

    void write(List<StoreOperation> operations) throws IOException;

    /// Makes everything written so far durable (one fsync for many operations).
    void sync() throws IOException;

    /// The tables that have at least one entry.
    Set<String> tables();

    /// Reads one table, in ascending order of keys; nothing when there is no such table.
    void read(String table, BiConsumer<Long, Bytes> entry) throws IOException;

    /// Closes without losing what was written.
    @Override
    void close() throws IOException;
}
