package mirrorlab.lab.play;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Publishes on one channel with at most so many messages unanswered, and counts the answers. The answers come on the
/// client library's thread.
final class Confirms {
    private final Channel channel;
    private int inFlight;
    private final Consumer<String> confirmed;
    private final Consumer<String> refused;
    private final NavigableMap<Long, String> waiting = new TreeMap<>();
    private long acked;
    private long nacked;
    private @Nullable ShutdownSignalException shutdown;

    /// @param confirmed
    ///            is told the body of each confirmed message
    Confirms(Channel channel, int inFlight, Consumer<String> confirmed) throws IOException {
        this(channel, inFlight, confirmed, nacked -> {});
    }

    /// @param refused
    ///            is told the body of each nacked message
    Confirms(Channel channel, int inFlight, Consumer<String> confirmed, Consumer<String> refused) throws IOException {
        this.refused = refused;
        this.channel = channel;
        this.inFlight = inFlight;
        this.confirmed = confirmed;
        channel.confirmSelect();
        channel.addConfirmListener((tag, multiple) -> answered(tag, multiple, true),
                (tag, multiple) -> answered(tag, multiple, false));
        channel.addShutdownListener(this::ended);
    }

    private synchronized void answered(long tag, boolean multiple, boolean positive) {
        NavigableMap<Long, String> answered = multiple
                ? waiting.headMap(tag, true)
                : waiting.subMap(tag, true, tag, true);
        if (positive) {
            acked += answered.size();
            answered.values().forEach(confirmed);
        } else {
            nacked += answered.size();
            answered.values().forEach(refused);
        }
        answered.clear();
        notifyAll();
    }

    private synchronized void ended(ShutdownSignalException cause) {
        shutdown = cause;
        notifyAll();
    }

    /// Waits for room, then takes note of the body that is published next.
    ///
    /// @return false when no room came before the deadline
    boolean reserve(String body, long deadlineNanos) throws StepFault, InterruptedException {
        synchronized (this) {
            if (!awaitAtMost(inFlight - 1, deadlineNanos)) {
                return false;
            }
            waiting.put(channel.getNextPublishSeqNo(), body);
            return true;
        }
    }

    /// @return false when the deadline came first
    synchronized boolean awaitAll(long deadlineNanos) throws StepFault, InterruptedException {
        return awaitAtMost(0, deadlineNanos);
    }

    private synchronized boolean awaitAtMost(int most, long deadlineNanos) throws StepFault, InterruptedException {
        while (waiting.size() > most) {
            if (shutdown != null) {
                throw ClientFaults.of(shutdown);
            }
            long left = deadlineNanos - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
        return true;
    }

    synchronized void inFlight(int most) {
        inFlight = most;
        notifyAll();
    }

    /// The bodies that were not answered, in order; they are not waited for any more.
    synchronized List<String> takeUnanswered() {
        List<String> bodies = List.copyOf(waiting.values());
        waiting.clear();
        return bodies;
    }

    synchronized long acked() {
        return acked;
    }

    synchronized long nacked() {
        return nacked;
    }

    synchronized long unanswered() {
        return waiting.size();
    }
}
