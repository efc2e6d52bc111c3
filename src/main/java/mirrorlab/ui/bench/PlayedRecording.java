package mirrorlab.ui.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mirrorlab.journal.Entry;
import mirrorlab.lab.Lab;
import mirrorlab.lab.Recording;
import mirrorlab.lab.ReplayedLab;

/// A recording that grows as it once grew, at its own pace, by a thread of its own.
final class PlayedRecording implements AutoCloseable {
    private final Recording recording = new Recording();
    private final Lab lab;
    private final List<Entry> untold;
    private final Thread teller;
    private volatile boolean closed;

    PlayedRecording(BigCluster.Told told) {
        told.opening().forEach(recording::add);
        lab = ReplayedLab.of("", recording);
        untold = told.played();
        teller = Thread.ofPlatform().daemon().name("bench-recording").unstarted(this::tell);
    }

    Lab lab() {
        return lab;
    }

    /// What was made for the recording is put aside first, so that it is not moved about while frames are measured.
    void start() {
        System.gc();
        teller.start();
    }

    private void tell() {
        if (untold.isEmpty()) {
            return;
        }
        long begin = System.nanoTime();
        long first = untold.getFirst().millis();
        for (Entry each : untold) {
            long due = begin + TimeUnit.MILLISECONDS.toNanos(each.millis() - first);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            if (closed) {
                return;
            }
            recording.add(each);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(teller);
    }
}
