package mirrorlab.mirror;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import mirrorlab.journal.Happening;
import mirrorlab.queue.Batch;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.ReplicaId;

/// The master's side of one explicit synchronisation (S-08 to S-18): asks the mirrors, then sends everything in batches, as
/// many ahead of the slowest mirror as the window allows (S-12).
final class SyncSession {
    static final String TIMER = "sync-progress";
    /// RabbitMQ gives a credit per batch (S-12) and so may have the whole queue under way; a few batches keep the links busy
    /// and the memory bounded.
    private static final int WINDOW = 4;
    /// A batch ends early above this many bytes, and no further one is sent while so many are under way, so that large messages
    /// need no more memory than small ones.
    private static final long WINDOW_BYTES = 8L << 20;
    private static final Duration TOLD_EVERY = Duration.ofSeconds(1);
    private final ReplicaBody body;
    private final long number;
    private final boolean automatic;
    private final int batchSize;
    private final Runnable progressed;
    private final Set<ReplicaId> asked;
    private final Map<ReplicaId, Long> taken = new LinkedHashMap<>();
    /// The sizes of the batches that some mirror has not taken yet.
    private final ArrayDeque<Long> underWay = new ArrayDeque<>();
    private long bytesUnderWay;
    private long total;
    private long sent;
    private long told;
    private long batches;
    private long nextPosition = 1;
    private boolean started;

    /// @param progressed told after every batch
    SyncSession(ReplicaBody body, long number, boolean automatic, int batchSize, List<ReplicaId> mirrors,
            Runnable progressed) {
        this.body = body;
        this.number = number;
        this.automatic = automatic;
        this.batchSize = batchSize;
        this.progressed = progressed;
        asked = new LinkedHashSet<>(mirrors);
    }

    long number() {
        return number;
    }

    boolean automatic() {
        return automatic;
    }

    long sent() {
        return sent;
    }

    long total() {
        return total;
    }

    boolean started() {
        return started;
    }

    /// What the doors show: moves at most once a second (S-14).
    long told() {
        return told;
    }

    /// @return the outcome when this ends the session, else empty
    String answered(ReplicaId mirror, boolean ready) {
        if (!asked.remove(mirror)) {
            return "";
        }
        if (ready) {
            taken.put(mirror, 0L);
        }
        return begin();
    }

    private String begin() {
        if (!asked.isEmpty() || started) {
            return "";
        }
        if (taken.isEmpty()) {
            return "nobody";
        }
        started = true;
        total = body.contents.depth();
        List<ReplicaId> mirrors = List.copyOf(taken.keySet());
        body.happened(new Happening.SyncStarted(body.queue, body.id, mirrors, total, batchSize, automatic));
        body.log("info", "Synchronising: " + total + " messages to synchronise");
        body.log("info", "Synchronising: batch size: " + batchSize);
        body.log("info", "Synchronising: mirrors " + mirrors.stream()
                .map(each -> each.node().value()).collect(Collectors.joining(",", "[", "]")) + " to sync");
        body.setTimer(TIMER, TOLD_EVERY);
        return pump();
    }

    String taken(ReplicaId mirror, long batch) {
        taken.computeIfPresent(mirror, (unused, before) -> Math.max(before, Math.min(batch, batches)));
        return started ? pump() : "";
    }

    String gone(ReplicaId mirror) {
        boolean wasTarget = taken.remove(mirror) != null;
        if (asked.remove(mirror) && !started) {
            return begin();
        }
        if (wasTarget && started) {
            return taken.isEmpty() ? "no-mirror-left" : pump(); // S-18
        }
        return "";
    }

    /// @return the outcome when this ends the session, else empty
    String goOn() {
        return started ? pump() : "";
    }

    private String pump() {
        while (batches - underWay.size() < slowest()) {
            bytesUnderWay -= underWay.remove();
        }
        while (sent < total && !body.surroundings.isShortOfMemory() && underWay.size() < WINDOW
                && bytesUnderWay < WINDOW_BYTES && (batches == 0 || !body.stops(HoldPoint.BETWEEN_BATCHES))) {
            sendBatch();
        }
        if (sent < total) {
            return "";
        }
        finish(true);
        return "complete";
    }

    private long slowest() {
        long slowest = batches;
        for (long each : taken.values()) {
            slowest = Math.min(slowest, each);
        }
        return slowest;
    }

    private void sendBatch() {
        Batch batch = body.contents.batch(nextPosition, batchSize, WINDOW_BYTES);
        nextPosition = batch.next();
        batches++;
        sent += batch.count();
        underWay.add(batch.size());
        bytesUnderWay += batch.size();
        taken.keySet().forEach(each -> body
                .send(new ReplicaMessage.SyncBatch(each, body.id, number, batches, batch.stretches())));
        progressed.run();
    }

    /// Tells those that were asked and have not answered, too: they may wait already.
    void finish(boolean complete) {
        Set<ReplicaId> mirrors = new LinkedHashSet<>(taken.keySet());
        mirrors.addAll(asked);
        mirrors.forEach(each -> body.send(new ReplicaMessage.SyncFinished(each, body.id, number, complete, batches)));
    }

    void tell() {
        told = sent;
        body.log("info", "Synchronising: " + sent + " messages");
        body.setTimer(TIMER, TOLD_EVERY);
    }
}
