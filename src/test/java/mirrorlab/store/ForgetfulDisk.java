package mirrorlab.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A disk in memory that forgets, when the power goes, what was not forced. It counts forces, and can be full.
///
/// Of what was not forced any sectors may survive, in any order, as with a page cache that is written back in the
/// background; the same is true for the creation and deletion of files.
final class ForgetfulDisk implements Disk {
    private static final int SECTOR = 512;

    private TreeMap<String, Content> files = new TreeMap<>();
    private TreeMap<String, Content> durableFiles = new TreeMap<>();
    int forces;
    boolean full;
    /// After so many calls that change something the disk does nothing more, as when the power goes within a call.
    int callsLeft = Integer.MAX_VALUE;

    /// @param chance
    ///            decides what survives; when null, nothing does
    void losePower(@Nullable Random chance) {
        Set<String> names = new TreeSet<>(files.keySet());
        names.addAll(durableFiles.keySet());
        TreeMap<String, Content> left = new TreeMap<>();
        for (String name : names) {
            boolean newer = chance != null && chance.nextBoolean();
            Content content = newer ? files.get(name) : durableFiles.get(name);
            if (content != null) {
                content.losePower(chance);
                left.put(name, content);
            }
        }
        callsLeft = Integer.MAX_VALUE;
        files = left;
        durableFiles = new TreeMap<>(left);
    }

    /// The sizes of all files together, in bytes.
    long size() {
        return files.values().stream().mapToLong(content -> content.now.length).sum();
    }

    /// The bytes of a file, now and durably, to be changed in place.
    byte[] bytes(String name) {
        Content content = Objects.requireNonNull(files.get(name));
        content.durable = content.now;
        content.pending.clear();
        return content.now;
    }

    void replace(String name, byte[] bytes) {
        Content content = Objects.requireNonNull(files.get(name));
        content.now = bytes;
        content.durable = bytes;
        content.pending.clear();
    }

    @Override
    public List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public DiskFile open(String name) {
        return new OpenFile(files.computeIfAbsent(name, absent -> new Content()));
    }

    @Override
    public void delete(String name) throws IOException {
        call();
        files.remove(name);
    }

    @Override
    public void force() throws IOException {
        call();
        forces++;
        durableFiles = new TreeMap<>(files);
    }

    @Override
    public void close() {
        // nothing is held
    }

    private void call() throws IOException {
        if (callsLeft-- <= 0) {
            throw new IOException("the power is off");
        }
    }

    /// Bytes that were written at a position, or a new end of the file when there are none.
    private record Change(int position, byte @Nullable [] bytes) {
        byte[] on(byte[] before) {
            if (bytes == null) {
                return Arrays.copyOf(before, position);
            }
            byte[] after = Arrays.copyOf(before, Math.max(before.length, position + bytes.length));
            System.arraycopy(bytes, 0, after, position, bytes.length);
            return after;
        }

        List<Change> sectors() {
            if (bytes == null) {
                return List.of(this);
            }
            List<Change> sectors = new ArrayList<>();
            for (int at = 0; at < bytes.length;) {
                int end = Math.min(bytes.length, at + SECTOR - (position + at) % SECTOR);
                sectors.add(new Change(position + at, Arrays.copyOfRange(bytes, at, end)));
                at = end;
            }
            return sectors;
        }
    }

    private static final class Content {
        private byte[] durable = new byte[0];
        private byte[] now = new byte[0];
        private final List<Change> pending = new ArrayList<>();

        void losePower(@Nullable Random chance) {
            int share = chance == null ? 0 : chance.nextInt(101);
            for (Change change : pending) {
                for (Change sector : change.sectors()) {
                    if (chance != null && chance.nextInt(100) < share) {
                        durable = sector.on(durable);
                    }
                }
            }
            now = durable;
            pending.clear();
        }
    }

    private final class OpenFile implements DiskFile {
        private final Content content;

        OpenFile(Content content) {
            this.content = content;
        }

        @Override
        public long size() {
            return content.now.length;
        }

        @Override
        public void read(ByteBuffer buffer, long position) throws IOException {
            if (position + buffer.remaining() > content.now.length) {
                throw new EOFException("the file ends at byte " + content.now.length);
            }
            buffer.put(content.now, (int) position, buffer.remaining());
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
            call();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            change(new Change((int) position, bytes));
        }

        @Override
        public void truncate(long size) throws IOException {
            call();
            if (size < content.now.length) {
                change(new Change((int) size, null));
            }
        }

        private void change(Change change) {
            content.now = change.on(content.now);
            content.pending.add(change);
        }

        @Override
        public void force() throws IOException {
            call();
            forces++;
            content.durable = content.now;
            content.pending.clear();
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
