package mirrorlab.ui.bench;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javafx.application.Platform;
import mirrorlab.lab.Recording;
import mirrorlab.lab.ReplayedLab;
import mirrorlab.lab.bench.BenchResult;
import mirrorlab.lab.bench.Figure;
import mirrorlab.ui.FrameBench;

/// The memory of the window while a large cluster's traffic goes on and on: the heap that is used after a collection, once a
/// minute. Every entry is kept for the scrub bar, most of them in a file ({@link Recording}).
public final class MemoryBench {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 720;
    private static final double MEBIBYTE = 1 << 20;
    private final int minutes;
    private final Consumer<String> lines;

    /// @param lines
    ///            is told each minute's figure at once
    public MemoryBench(int minutes, Consumer<String> lines) {
        this.minutes = minutes;
        this.lines = lines;
    }

    public BenchResult run() throws InterruptedException, ExecutionException {
        Platform.setImplicitExit(false);
        UiBench.startToolkit();
        BigCluster cluster = new BigCluster(RecordedBench.NODES, RecordedBench.QUEUES, RecordedBench.RATE);
        BigCluster.Endless traffic = cluster.new Endless();
        Recording recording = new Recording();
        traffic.opening().forEach(recording::add);
        FutureTask<FrameBench.Times> window = new FutureTask<>(() -> FrameBench.run(ReplayedLab.of("", recording),
                WIDTH, HEIGHT, Duration.ofSeconds(1), Duration.ofMinutes(minutes)));
        Thread.ofPlatform().daemon().name("bench-window").start(window);
        List<Double> used = new ArrayList<>();
        long begin = System.nanoTime();
        for (long step = 1; !window.isDone(); step++) {
            traffic.next().forEach(recording::add);
            await(window, begin + TimeUnit.MILLISECONDS.toNanos(step * BigCluster.STEP_MILLIS));
            long minute = TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - begin);
            if (minute > used.size()) {
                System.gc();
                double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE;
                used.add(heap);
                lines.accept(String.format(Locale.ROOT, "  minute %d: %.0f MiB of heap, %,d happenings", minute, heap,
                        recording.size()));
            }
        }
        FrameBench.Times times = window.get();
        double growth = used.size() < 2 ? 0 : (used.getLast() - used.getFirst()) / (used.size() - 1);
        return new BenchResult("ui memory",
                List.of(Figure.of("growth of the heap a minute", "MiB", List.of(growth)),
                        Figure.of("95 % of frames within", "ms", List.of(times.frame95()))),
                List.of(String.format(Locale.ROOT, "%,d happenings in %d minutes, all kept for the scrub bar",
                        recording.size(), minutes)));
    }

    private static void await(FutureTask<FrameBench.Times> window, long due)
            throws InterruptedException, ExecutionException {
        long left = due - System.nanoTime();
        if (left > 0) {
            try {
                window.get(left, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // the next stretch is due
            }
        }
    }
}
