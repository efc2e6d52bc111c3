package mirrorlab.node;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mirrorlab.broker.Input;

/// Measures the heap and tells the machine when the alarm begins and ends, and now and then what is used. What counts is memory
/// that cannot be freed: above the watermark the heap is collected before anybody is alarmed.
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
    }

    private static final long LOOK_MILLIS = 100;
    private static final long COLLECT_EVERY = TimeUnit.SECONDS.toNanos(1);
    private static final long TELL_EVERY = TimeUnit.SECONDS.toNanos(5);
    /// Of the limit: less is no news.
    private static final double NEWS = 0.1;

    /// So many times the limit may be paged until what is forgotten of it is looked for.
    private static final long PAGED = 2;
    private final Paging paging;
    private final double pagingRatio;
    private volatile long limit;
    private final Consumer<Input.Memory> told;
    private final ScheduledExecutorService clock;
    private long collectedAt;
    private long toldAt;
    private long pagedBefore;
    private Input.Memory last;

    /// @param settings
    ///            of the node; keys of rabbitmq.conf
    /// @param told
    ///            called on the watch's own thread
    public MemoryWatch(String threadName, Map<String, Object> settings, Paging paging, Consumer<Input.Memory> told) {
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
        long now = System.nanoTime();
        if (paging.paged() - pagedBefore > PAGED * limit) {
            pagedBefore = paging.paged();
            System.gc();
            collectedAt = now;
            used = used();
        }
        boolean alarm = last.alarm();
        if (used <= limit) {
            alarm = false;
        } else if (now - collectedAt >= COLLECT_EVERY) {
            System.gc();
            collectedAt = System.nanoTime();
            used = used();
            alarm = used > limit;
        }
        if (alarm != last.alarm()
                || (now - toldAt > TELL_EVERY && Math.abs(used - last.used()) > NEWS * limit)) {
            tell(used, alarm);
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
