package mirrorlab.lab;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.SequenceWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import mirrorlab.journal.Entry;
import mirrorlab.journal.JournalJson;
import org.jspecify.annotations.Nullable;

/// A file of pages of entries, packed: about 25 bytes an entry. It ends with the process, however that ends.
/// Written by one thread at a time, read by any.
final class Shelf {
    private static final String NAME = "recording-";
    private static final int BUFFER = 8192;
    private final @Nullable Path folder;
    private @Nullable FileChannel file;
    private long end;

    /// Where a page stands.
    record Place(long position, int length) {}

    /// @param folder
    ///            null: that of temporary files
    Shelf(@Nullable Path folder) {
        this.folder = folder;
    }

    Place put(List<Entry> page) throws IOException {
        ByteBuffer packed = ByteBuffer.wrap(pack(page));
        Place place = new Place(end, packed.remaining());
        FileChannel channel = file();
        while (packed.hasRemaining()) {
            channel.write(packed, end + packed.position());
        }
        end += place.length();
        return place;
    }

    private static byte[] pack(List<Entry> page) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (SequenceWriter out = JournalJson.writer()
                .writeValues(new DeflaterOutputStream(packed, deflater, BUFFER))) {
            out.writeAll(page);
        } finally {
            deflater.end();
        }
        return packed.toByteArray();
    }

    List<Entry> get(Place place) throws IOException {
        ByteBuffer packed = ByteBuffer.allocate(place.length());
        FileChannel channel = file();
        while (packed.hasRemaining()) {
            if (channel.read(packed, place.position() + packed.position()) < 0) {
                throw new IOException("the recording's file is shorter than it was");
            }
        }
        try (MappingIterator<Entry> entries = JournalJson.reader()
                .readValues(new InflaterInputStream(new ByteArrayInputStream(packed.array())))) {
            return entries.readAll();
        }
    }

    /// Opened at the first page: most recordings never have one.
    private synchronized FileChannel file() throws IOException {
        FileChannel open = file;
        if (open == null) {
            Path path = folder == null ? Files.createTempFile(NAME, "") : Files.createTempFile(folder, NAME, "");
            open = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
            file = open;
        }
        return open;
    }
}
