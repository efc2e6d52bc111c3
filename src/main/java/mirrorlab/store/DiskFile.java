package mirrorlab.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/// One open file. Positions and sizes are in bytes from its start.
interface DiskFile extends AutoCloseable {

    long size() throws IOException;

    /// Fills the buffer; what it asks for must be there.
    void read(ByteBuffer buffer, long position) throws IOException;

    /// Writes all of the buffer.
    void write(ByteBuffer buffer, long position) throws IOException;

    void truncate(long size) throws IOException;

    /// Makes durable what was written.
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
