package mirrorlab.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening.JournalGap;
import mirrorlab.journal.JournalFile;
import mirrorlab.journal.JournalJson;
import mirrorlab.lab.host.NodeApi;
import org.jspecify.annotations.Nullable;

/// Follows the journal of one life of one node: over HTTP while it lives, and after its death from the file that
/// it left.
final class JournalReader {
    private static final long AGAIN_MILLIS = 50;
    /// The connection ends with the node: this is for a machine that has no time to tell it.
    private static final long LAST_WORDS_MILLIS = 20_000;
    private final NodeApi api;
    private final Path file;
    private final String origin;
    private final long incarnation;
    private final Consumer<Entry> entries;
    private final CountDownLatch gone = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private @Nullable InputStream open;
    private long last;

    /// @param file
    ///            where the node leaves its structural entries
    /// @param entries
    ///            is told every entry, in order, on the reader's thread
    JournalReader(NodeApi api, Path file, String origin, long incarnation, Consumer<Entry> entries) {
        this.api = api;
        this.file = file;
        this.origin = origin;
        this.incarnation = incarnation;
        this.entries = entries;
    }

    void start() {
        Thread.ofVirtual().name("lab-journal-" + origin).start(() -> {
            try {
                do {
                    read();
                } while (!gone.await(AGAIN_MILLIS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                finished.countDown();
            }
        });
    }

    private void read() {
        try (InputStream stream = api.stream("/api/lab/journal?after=" + last());
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            synchronized (this) {
                open = stream;
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isEmpty()) {
                    take(JournalJson.read(line));
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // the node is gone, frozen or stopping: asked again, or ended by finish()
        } finally {
            synchronized (this) {
                open = null;
            }
        }
    }

    private void take(Entry entry) {
        if (entry.incarnation() != incarnation || entry.sequence() <= last()) {
            return;
        }
        entries.accept(entry);
        synchronized (this) {
            last = entry.sequence();
            notifyAll();
        }
    }

    private synchronized long last() {
        return last;
    }

    /// Waits until the entry of this sequence was taken.
    synchronized boolean await(long sequence, long deadlineNanos) throws InterruptedException {
        while (last < sequence) {
            long left = deadlineNanos - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
        return true;
    }

    /// The node's life has ended: takes what is still on its way, then the file's entries that did not come. What
    /// neither has is told as a gap.
    void finish() {
        gone.countDown();
        try {
            if (!finished.await(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)) {
                close();
                finished.await(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
            }
            for (Entry each : JournalFile.read(file)) {
                if (each.incarnation() == incarnation && each.sequence() > last()) {
                    if (each.sequence() > last() + 1) {
                        entries.accept(new Entry(origin, incarnation, each.sequence() - 1, each.clock(),
                                new JournalGap(origin, incarnation, last() + 1, each.sequence() - 1)));
                    }
                    take(each);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // no file: the node left nothing
        }
    }

    /// Stops reading without a last word.
    void close() {
        gone.countDown();
        InputStream stream;
        synchronized (this) {
            stream = open;
        }
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                // closed either way
            }
        }
    }
}
