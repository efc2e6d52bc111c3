package mirrorlab.store;

import java.io.IOException;
import java.util.List;

/// A flat folder of files that one store has for itself.
interface Disk extends AutoCloseable {

    /// The names of the files that are there, in ascending order.
    List<String> names() throws IOException;

    /// Opens a file for reading and writing; creates it when it is not there.
    DiskFile open(String name) throws IOException;

    void delete(String name) throws IOException;

    /// Makes it durable which files are there.
    void force() throws IOException;

    /// Gives the folder free. Files are closed one by one, before.
    @Override
    void close() throws IOException;
}
