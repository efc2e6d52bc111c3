package mirrorlab.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// A file of bodies without a name: its room is free again when nobody knows one of its bodies any more, or the process
/// ends. Not mapped, because mapped pages count as the process's memory. Reads cannot be interrupted. Safe for use by
/// several threads.
final class PageFile {
    private static final int BUFFER = 1 << 16;
    private final RandomAccessFile file;
    /// What is not in the file yet, from `written` on; null when nothing is added any more.
    private byte @Nullable [] buffer = new byte[BUFFER];
    private int buffered;
    private long written;

    /// A stretch of the file.
    private record Stretch(PageFile file, long offset, int size) implements Bytes.Elsewhere {
        @Override
        public byte[] read() {
            return file.read(offset, size);
        }
    }

    private PageFile(RandomAccessFile file) {
        this.file = file;
    }

    static PageFile create(Path folder) throws IOException {
        Path path = Files.createTempFile(folder, "bodies", ".page");
        try {
            return new PageFile(new RandomAccessFile(path.toFile(), "rw"));
        } finally {
            Files.delete(path);
        }
    }

    synchronized long size() {
        return written + buffered;
    }

    /// Adds a body at the end.
    ///
    /// @throws IOException
    ///             it could not be; what is here already can still be read
    synchronized Bytes.Elsewhere add(byte[] body) throws IOException {
        byte[] to = buffer;
        if (to == null) {
            throw new IOException("the file is complete");
        }
        if (body.length > to.length - buffered) {
            flush(to);
        }
        Stretch stretch = new Stretch(this, size(), body.length);
        if (body.length > to.length) {
            file.seek(written);
            file.write(body);
            written += body.length;
        } else {
            System.arraycopy(body, 0, to, buffered, body.length);
            buffered += body.length;
        }
        return stretch;
    }

    /// Nothing is added any more.
    synchronized void complete() throws IOException {
        if (buffer != null) {
            flush(buffer);
            buffer = null;
        }
    }

    private void flush(byte[] from) throws IOException {
        file.seek(written);
        file.write(from, 0, buffered);
        written += buffered;
        buffered = 0;
    }

    private synchronized byte[] read(long offset, int size) {
        byte[] bytes = new byte[size];
        if (buffer != null && offset >= written) {
            System.arraycopy(buffer, (int) (offset - written), bytes, 0, size);
            return bytes;
        }
        try {
            file.seek(offset);
            file.readFully(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException("a body that was paged out cannot be read: " + e.getMessage(), e);
        }
    }
}
