package mirrorlab.node;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mirrorlab.broker.Input;
import mirrorlab.vocabulary.Bytes;

/// Measures the heap and tells the machine when the alarm begins and ends, now and then what is used, and how many bytes of
/// bodies should leave. What counts is memory that cannot be freed: above the watermark the heap is collected before anybody is
/// alarmed, and what should leave is judged by the lowest of some measurements.
public final class MemoryWatch {
    /// Of the heap, or bytes.
    public static final String RELATIVE = "vm_memory_high_watermark.relative";
    public static final String ABSOLUTE = "vm_memory_high_watermark.absolute";
    /// Of the watermark; above it bodies are paged.
    public static final String PAGING = "vm_memory_high_watermark_paging_ratio";
    public static final double USUAL_RELATIVE = 0.5;
    public static final double USUAL_PAGING = 0.5;

    /// Can keep bodies elsewhere.
    public interface Paging {
        void turn(boolean on);

        /// Bytes put away so far; what is forgotten of them takes room until the heap is collected.
        default long paged() {
            return 0;
        }

        /// Puts these away, as far as there is room.
        default void move(List<Bytes> bodies) {}
    }

    private static final long LOOK_MILLIS = 100;
    private static final long COLLECT_EVERY = TimeUnit.SECONDS.toNanos(1);
    private static final long TELL_EVERY = TimeUnit.SECONDS.toNanos(5);
    /// Of the limit: less is no news.
    private static final double NEWS = 0.1;

    /// So many times the limit may be paged until what is forgotten of it is looked for.
    private static final long PAGED = 2;
    /// Of the limit: so much may have been moved until the heap is collected, to see what is left.
    private static final double MOVED = 0.25;
    /// So many looks say together what should leave.
    private static final int LOOKS = 5;
    private final Paging paging;
    private final double pagingRatio;
    private volatile long limit;
    private final Consumer<Input> told;
    private final ScheduledExecutorService clock;
    private long collectedAt;
    private long toldAt;
    private long pagedBefore;
    private long movedSinceCollection;
    private int looks;
    private long lowest = Long.MAX_VALUE;
    private Input.Memory last;

    /// @param settings
    ///            of the node; keys of rabbitmq.conf
    /// @param told
    ///            called on the watch's own thread
    public MemoryWatch(String threadName, Map<String, Object> settings, Paging paging, Consumer<Input> told) {
        this.paging = paging;
        this.told = told;
        this.limit = settings.get(ABSOLUTE) instanceof Number bytes
                ? bytes.longValue()
                : ofHeap(number(settings, RELATIVE, USUAL_RELATIVE));
        this.pagingRatio = number(settings, PAGING, USUAL_PAGING);
        this.last = new Input.Memory(0, limit, false);
        this.clock = Executors
                .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name(threadName).factory());
    }

    private static double number(Map<String, Object> settings, String key, double usual) {
        return settings.get(key) instanceof Number number ? number.doubleValue() : usual;
    }

    private static long ofHeap(double share) {
        return (long) (share * Runtime.getRuntime().maxMemory());
    }

    /// Another watermark from now on, like `rabbitmqctl set_vm_memory_high_watermark`.
    ///
    /// @param share
    ///            of the heap; 0 raises the alarm
    public void watermark(double share) {
        limit = ofHeap(share);
    }

    public void start() {
        collectedAt = System.nanoTime() - COLLECT_EVERY;
        tell(used(), false);
        clock.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    public void close() {
        clock.shutdownNow();
    }

    /// Bytes that are used after a collection, which this does.
    public static long collect() {
        System.gc();
        return used();
    }

    private void look() {
        long limit = this.limit;
        long used = used();
        paging.turn(used > pagingRatio * limit);
        page(used, limit);
        long now = System.nanoTime();
        if (paging.paged() - pagedBefore > PAGED * limit) {
            pagedBefore = paging.paged();
            collectNow();
            used = used();
        }
        boolean alarm = last.alarm();
        if (used <= limit) {
            alarm = false;
        } else if (now - collectedAt >= COLLECT_EVERY) {
            collectNow();
            used = used();
            alarm = used > limit;
        }
        if (alarm != last.alarm()
                || (now - toldAt > TELL_EVERY && Math.abs(used - last.used()) > NEWS * limit)) {
            tell(used, alarm);
        }
    }

    /// What was moved is in the heap until the next collection.
    private void page(long used, long limit) {
        lowest = Math.min(lowest, used);
        looks++;
        if (looks < LOOKS) {
            return;
        }
        long tooMuch = lowest - (long) (pagingRatio * limit);
        looks = 0;
        lowest = Long.MAX_VALUE;
        if (tooMuch > 0 && movedSinceCollection > 0
                && (movedSinceCollection > MOVED * limit || movedSinceCollection >= tooMuch)) {
            collectNow(); // the next looks say what is left
        } else if (tooMuch > 0) {
            told.accept(new Input.PagingWanted(tooMuch - movedSinceCollection));
        }
    }

    private void collectNow() {
        System.gc();
        collectedAt = System.nanoTime();
        movedSinceCollection = 0;
    }

    /// Moves bodies, then tells {@link Input.PagedOut}. Returns at once; safe for several threads.
    public void pageOut(List<Bytes> bodies) {
        try {
            clock.execute(() -> {
                paging.move(bodies);
                movedSinceCollection += bodies.stream().mapToLong(Bytes::size).sum();
                told.accept(new Input.PagedOut());
            });
        } catch (RejectedExecutionException e) {
            // the node ends
        }
    }

    private void tell(long used, boolean alarm) {
        toldAt = System.nanoTime();
        last = new Input.Memory(used, limit, alarm);
        told.accept(last);
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
