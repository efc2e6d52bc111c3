package mirrorlab.node;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Named timers. One that was cancelled or set anew may still be on its way to the loop: its generation tells. Confined
/// to the loop thread, but for {@link #close}.
final class Timers {
    private final Inbox inbox;
    private final ScheduledThreadPoolExecutor scheduler;
    private final Map<String, Armed> armed = new TreeMap<>();
    private long generations;

    private record Armed(long generation, ScheduledFuture<?> future) {}

    Timers(String threadName, Inbox inbox) {
        this.inbox = inbox;
        this.scheduler = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name(threadName).factory());
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    void set(String timer, Duration after) {
        cancel(timer);
        long generation = ++generations;
        armed.put(timer, new Armed(generation, scheduler.schedule(() -> inbox.put(new Inbox.Due(timer, generation)),
                after.toNanos(), TimeUnit.NANOSECONDS)));
    }

    void cancel(String timer) {
        Armed old = armed.remove(timer);
        if (old != null) {
            old.future.cancel(false);
        }
    }

    /// @return false when the timer was cancelled or set anew after it had fired
    boolean fires(Inbox.Due due) {
        Armed current = armed.get(due.timer());
        if (current == null || current.generation != due.generation()) {
            return false;
        }
        armed.remove(due.timer());
        return true;
    }

    List<String> armed() {
        return armed.keySet().stream().filter(each -> !each.startsWith(Activity.HOUSEKEEPING)).toList();
    }

    void close() {
        scheduler.shutdownNow();
    }
}
