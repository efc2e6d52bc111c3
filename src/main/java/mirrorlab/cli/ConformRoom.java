package mirrorlab.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many nodes fit beside each other: a cluster begins when there is memory for all its nodes. A cluster that needs more
/// than there is has the machine for itself.
final class ConformRoom {
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");
    private static final long MEBIBYTE = 1 << 20;
    /// A node's process at its largest, see its heap's limit.
    private static final int PROCESS = 640;
    /// A node in this process, as recorded scenarios fill it.
    private static final int EMBEDDED = 160;
    /// The rest is for everything else on the machine.
    private static final double SHARE = 0.75;
    private final int each;
    private final int all;
    private final Semaphore free;

    private ConformRoom(int each, long bytes) {
        this.each = each;
        all = (int) Math.max(each, bytes / MEBIBYTE);
        free = new Semaphore(all, true);
    }

    /// What this machine, or for embedded nodes this process, has now.
    static ConformRoom now(boolean embedded) {
        return embedded
                ? new ConformRoom(EMBEDDED, Runtime.getRuntime().maxMemory())
                : new ConformRoom(PROCESS, (long) (SHARE * available()));
    }

    /// @param megabytes there are
    static ConformRoom of(long megabytes) {
        return new ConformRoom(PROCESS, megabytes * MEBIBYTE);
    }

    /// What can be had without taking it from others, in bytes: Linux says it, elsewhere what is free.
    private static long available() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try {
            Matcher said = AVAILABLE.matcher(Files.readString(Path.of("/proc/meminfo")));
            if (said.find()) {
                return Math.min(Long.parseLong(said.group(1)) << 10, machine.getTotalMemorySize());
            }
        } catch (IOException e) {
            return machine.getFreeMemorySize();
        }
        return machine.getFreeMemorySize();
    }

    /// Waits until so many nodes fit.
    ///
    /// @return what {@link #leave} has to be told
    int enter(int nodes) throws InterruptedException {
        int taken = Math.min(all, nodes * each);
        free.acquire(taken);
        return taken;
    }

    void leave(int taken) {
        free.release(taken);
    }
}
