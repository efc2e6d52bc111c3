package mirrorlab.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.node.MemoryWatch;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// Keeps bodies of messages out of the heap while a node uses much memory: what arrives then is put into a file at once, and
/// what is in the heap already when the node says so; from there it is read whenever it is wanted. Persistent bodies, too:
/// where they are in the log changes as it is cleaned, and an acknowledgement takes them from it while they may still be on
/// their way to a client. Safe for use by several threads.
public final class Paging implements MemoryWatch.Paging {
    /// Smaller bodies are not worth it.
    static final int SMALLEST = 256;
    /// When a file has so many bytes, the next is begun.
    private static final int FILE = 16 << 20;
    private final Path folder;
    private volatile boolean on;
    private volatile boolean broken;
    private final AtomicLong paged = new AtomicLong();
    private @Nullable PageFile file;

    /// @param folder
    ///            for the files; must be there when the first one is made
    public Paging(Path folder) {
        this.folder = folder;
    }

    /// From now on bodies that arrive are put away, or are not any more.
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
        if (!on || body.size() < SMALLEST || !body.isInMemory()) {
            return body;
        }
        Bytes.Elsewhere place = putAway(body.array());
        return place == null ? body : Bytes.elsewhere(place);
    }

    @Override
    public void move(List<Bytes> bodies) {
        for (Bytes each : bodies) {
            Bytes.Elsewhere place = each.isInMemory() ? putAway(each.array()) : null;
            if (place != null) {
                each.leaveMemory(place);
            }
        }
    }

    /// @return null when memory has to do, because there is no room on the disk
    private synchronized Bytes.@Nullable Elsewhere putAway(byte[] body) {
        if (broken) {
            return null;
        }
        try {
            PageFile to = file;
            if (to != null && to.size() >= FILE) {
                to.complete();
                to = null;
            }
            if (to == null) {
                to = PageFile.create(folder);
                file = to;
            }
            Bytes.Elsewhere place = to.add(body);
            paged.addAndGet(body.length);
            return place;
        } catch (IOException e) {
            broken = true;
            return null;
        }
    }
}
