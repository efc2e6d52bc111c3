package mirrorlab.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The newest structural entries of a node in a memory-mapped file, so that they can be read to the last one after the
/// node's process was killed.
///
/// Two halves, each a run of lines as {@link JournalJson} writes them, each line after its length in four bytes (big end
/// first); a length of 0 ends a half. When one half is full the other one is begun anew, so the newest half at least is
/// always there. A length is stored after its line and after the 0 that follows, so a reader never sees half a line.
public final class JournalFile {
    public static final String NAME = "journal.bin";
    /// Some ten thousand entries; only pages that were written to take up memory and disk.
    static final int CAPACITY = 4 << 20;
    private static final ValueLayout.OfInt LENGTH = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private JournalFile() {}

    /// Entries in order, as far as the file goes; lines that are not entries are left out.
    ///
    /// @throws IOException
    ///             the file is missing or cannot be read
    public static List<Entry> read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<Entry> entries = new ArrayList<>();
        for (int half = 0; half < 2; half++) {
            readHalf(MemorySegment.ofArray(bytes), half * (bytes.length / 2), (half + 1) * (bytes.length / 2), entries);
        }
        entries.sort(Comparator.comparingLong(Entry::sequence));
        return entries;
    }

    private static void readHalf(MemorySegment all, int from, int to, List<Entry> entries) {
        int position = from;
        while (position + Integer.BYTES <= to) {
            int length = all.get(LENGTH, position);
            if (length <= 0 || length > to - position - Integer.BYTES) {
                return;
            }
            byte[] line = all.asSlice(position + Integer.BYTES, length).toArray(ValueLayout.JAVA_BYTE);
            try {
                entries.add(JournalJson.read(new String(line, StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                return;
            }
            position += Integer.BYTES + length;
        }
    }

    /// Writes one file from its beginning. Confined to the journal's lock.
    public static final class Writer implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment all;
        private final int half;
        private int position;
        private boolean second;

        /// Replaces the file if there is one.
        public Writer(Path file) throws IOException {
            this(file, CAPACITY);
        }

        Writer(Path file, int capacity) throws IOException {
            half = capacity / 2;
            Files.deleteIfExists(file);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                all = channel.map(FileChannel.MapMode.READ_WRITE, 0, capacity, arena);
            }
        }

        /// An entry that is larger than half the file is left out.
        void write(Entry entry) {
            byte[] line = JournalJson.write(entry).getBytes(StandardCharsets.UTF_8);
            int needed = Integer.BYTES + line.length + Integer.BYTES;
            if (needed > half) {
                return;
            }
            if (needed > half - position) {
                second = !second;
                position = 0;
                all.set(LENGTH, at(0), 0);
                VarHandle.releaseFence();
            }
            MemorySegment.copy(line, 0, all, ValueLayout.JAVA_BYTE, at(position + Integer.BYTES), line.length);
            all.set(LENGTH, at(position + Integer.BYTES + line.length), 0);
            VarHandle.releaseFence();
            all.set(LENGTH, at(position), line.length);
            position += Integer.BYTES + line.length;
        }

        private long at(int offset) {
            return (second ? half : 0) + (long) offset;
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
