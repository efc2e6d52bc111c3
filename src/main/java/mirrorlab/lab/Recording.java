package mirrorlab.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import mirrorlab.journal.Entry;
import org.jspecify.annotations.Nullable;

/// The growing list of entries in order of arrival, which is the order in which the live picture folds them.
/// Thread-safe. A reader remembers how far it came.
///
/// The newest {@value #IN_MEMORY} pages of {@value #PAGE} entries are in memory; older ones lie in a file and are read again
/// when somebody asks. So a recording may go on for hours.
public final class Recording {
    static final int PAGE = 1024;
    static final int IN_MEMORY = 64;
    private final List<Page> pages = new ArrayList<>();
    /// The one that was used longest ago first.
    private final LinkedHashMap<Integer, List<Entry>> readAgain = new LinkedHashMap<>(IN_MEMORY, 0.75f, true);
    private final Shelf shelf;
    private final Consumer<IOException> trouble;
    private int size;
    /// So many pages lie in the file.
    private int shelved;
    private boolean shelving;

    /// In memory or in the file, never in both.
    private static final class Page {
        private @Nullable List<Entry> entries = new ArrayList<>();
        private Shelf.@Nullable Place place;
    }

    /// Its file, if it needs one, is a temporary one.
    public Recording() {
        this(null, trouble -> {});
    }

    /// @param folder
    ///            for its file; null: that of temporary files
    /// @param trouble
    ///            is told once when the file cannot be written; the recording goes on in memory alone
    Recording(@Nullable Path folder, Consumer<IOException> trouble) {
        shelf = new Shelf(folder);
        this.trouble = trouble;
    }

    public synchronized void add(Entry entry) {
        if (size % PAGE == 0) {
            pages.add(new Page());
            if (!shelving && pages.size() - shelved > IN_MEMORY) {
                shelving = true;
                Thread.ofVirtual().name("recording-shelf").start(this::shelve);
            }
        }
        List<Entry> last = pages.getLast().entries;
        if (last == null) {
            throw new IllegalStateException("the page that grows is never put away");
        }
        last.add(entry);
        size++;
        notifyAll();
    }

    /// Nobody waits for the file: pages are put away on a thread of their own.
    private void shelve() {
        try {
            for (List<Entry> next = next(); next != null; next = next()) {
                shelved(shelf.put(next));
            }
        } catch (IOException e) {
            trouble.accept(e);
        }
    }

    private synchronized @Nullable List<Entry> next() {
        if (pages.size() - shelved > IN_MEMORY) {
            return pages.get(shelved).entries;
        }
        shelving = false;
        return null;
    }

    private synchronized void shelved(Shelf.Place place) {
        Page page = pages.get(shelved++);
        page.place = place;
        page.entries = null;
        notifyAll();
    }

    /// Waits until at most so many pages are in memory, at most so long.
    synchronized boolean awaitInMemory(int most, long millis) throws InterruptedException {
        return await(() -> pages.size() - shelved <= most, millis);
    }

    public synchronized int size() {
        return size;
    }

    /// @throws UncheckedIOException
    ///             it lies in the file, and that cannot be read
    public synchronized Entry get(int index) {
        return page(index / PAGE).get(index % PAGE);
    }

    private List<Entry> page(int number) {
        Page page = pages.get(number);
        List<Entry> entries = page.entries;
        Shelf.Place place = page.place;
        if (entries != null || place == null) {
            return entries == null ? List.of() : entries;
        }
        List<Entry> again = readAgain.computeIfAbsent(number, unused -> read(place));
        if (readAgain.size() > IN_MEMORY) {
            readAgain.pollFirstEntry();
        }
        return again;
    }

    private List<Entry> read(Shelf.Place place) {
        try {
            return shelf.get(place);
        } catch (IOException e) {
            throw new UncheckedIOException("older entries of the recording cannot be read", e);
        }
    }

    /// What arrived since `index`, as it is now. The list reads older entries when it is asked for them; as often as it
    /// likes, since what was recorded does not change.
    public synchronized List<Entry> since(int index) {
        return new Stretch(Math.min(index, size), size);
    }

    private final class Stretch extends AbstractList<Entry> implements RandomAccess {
        private final int from;
        private final int to;

        private Stretch(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Entry get(int index) {
            if (index < 0 || index >= size()) {
                throw new IndexOutOfBoundsException(index);
            }
            return Recording.this.get(from + index);
        }

        @Override
        public int size() {
            return to - from;
        }
    }

    /// Waits until there are more than `size` entries, at most so long.
    public synchronized boolean awaitMoreThan(int size, long millis) throws InterruptedException {
        return await(() -> this.size > size, millis);
    }

    private boolean await(BooleanSupplier condition, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!condition.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
        return true;
    }
}
