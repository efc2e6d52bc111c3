package mirrorlab.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.node.MemoryWatch;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// Keeps bodies of messages out of the heap while a node uses much memory: what arrives then is put into a file that is mapped
/// into memory, and read from there whenever it is wanted. A file has no name any more as soon as it is mapped, and its room is
/// free again when the last of its bodies is forgotten, or the process ends. Safe for use by several threads.
public final class Paging implements MemoryWatch.Paging {
    /// Smaller bodies are not worth it.
    static final int SMALLEST = 256;
    private static final int FILE = 4 << 20;
    private final Path folder;
    private volatile boolean on;
    private volatile boolean broken;
    private final AtomicLong paged = new AtomicLong();
    private @Nullable MappedByteBuffer file;

    /// A stretch of a mapped file.
    private record Stretch(MappedByteBuffer file, int offset, int size) implements Bytes.Elsewhere {
        @Override
        public byte[] read() {
            byte[] bytes = new byte[size];
            file.get(offset, bytes);
            return bytes;
        }
    }

    /// @param folder
    ///            for the files; must be there when the first one is made
    public Paging(Path folder) {
        this.folder = folder;
    }

    /// From now on bodies are put away, or are not any more.
    @Override
    public void turn(boolean nowOn) {
        on = nowOn;
    }

    @Override
    public long paged() {
        return paged.get();
    }

    /// The same bytes, in memory or not.
    public Bytes keep(Bytes body) {
        return on && !broken && body.size() >= SMALLEST && body.isInMemory() ? putAway(body) : body;
    }

    private synchronized Bytes putAway(Bytes body) {
        try {
            MappedByteBuffer to = file;
            if (to == null || to.remaining() < body.size()) {
                to = create(Math.max(FILE, body.size()));
                file = to;
            }
            int offset = to.position();
            paged.addAndGet(body.size());
            to.put(body.array());
            return Bytes.elsewhere(new Stretch(to, offset, body.size()));
        } catch (IOException | UncheckedIOException e) {
            broken = true; // no room on the disk, or none to map: memory has to do
            return body;
        }
    }

    private MappedByteBuffer create(int size) throws IOException {
        Path path = Files.createTempFile(folder, "bodies", ".page");
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
        } finally {
            Files.delete(path);
        }
    }
}
