package mirrorlab.ui.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import javafx.application.Platform;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.bench.BenchResult;
import mirrorlab.lab.bench.Figure;
import mirrorlab.lab.bench.Traffic;
import mirrorlab.ui.FrameBench;

/// The frames of the real window over a live cluster that carries a steady stream of messages, in two sizes. The
/// process chooses the headless toolkit and painting by software first
/// ({@link mirrorlab.ui.picture.PicturePainter#headless}).
public final class UiBench {
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final double MOST_MILLIS = 20;
    private final LiveLab lab;
    private final int seconds;
    private final int rate;

    /// @param lab
    ///            all of whose nodes serve
    /// @param seconds
    ///            measured for each size
    /// @param rate
    ///            messages a second
    public UiBench(LiveLab lab, int seconds, int rate) {
        this.lab = lab;
        this.seconds = seconds;
        this.rate = rate;
    }

    public BenchResult run() throws IOException, InterruptedException {
        Platform.setImplicitExit(false);
        startToolkit();
        List<Figure> figures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        try (Traffic traffic = Traffic.start(lab, rate)) {
            figures.add(measure(traffic, 1280, 720, figures, notes).promised(MOST_MILLIS));
            figures.add(measure(traffic, 1920, 1080, figures, notes));
        }
        return new BenchResult("ui", figures, notes);
    }

    private Figure measure(Traffic traffic, int width, int height, List<Figure> figures, List<String> notes) {
        String size = width + "x" + height;
        long confirmed = traffic.confirmed();
        long delivered = traffic.delivered();
        long from = System.nanoTime();
        FrameBench.Times times = FrameBench.run(lab, width, height, WARM_UP, Duration.ofSeconds(seconds));
        double took = (System.nanoTime() - from) / 1e9;
        figures.add(Figure.of(size + ", median frame", "ms", List.of(times.frameMedian())));
        figures.add(Figure.of(size + ", longest frame", "ms", List.of(times.frameMost())));
        figures.add(Figure.of(size + ", 95 % of the window's own work", "ms", List.of(times.work95())));
        figures.add(Figure.of(size + ", most of the window's own work", "ms", List.of(times.workMost())));
        notes.add(String.format(Locale.ROOT,
                "%s: %d frames in %d s; %.0f messages a second confirmed, %.0f delivered; %d happenings recorded", size,
                times.frames(), seconds, (traffic.confirmed() - confirmed) / took,
                (traffic.delivered() - delivered) / took, lab.recording().size()));
        return Figure.of(size + ", 95 % of frames within", "ms", List.of(times.frame95()));
    }

    /// The headless screen has a million pixels; showing a larger window than that fails after it was painted, which
    /// is all that counts here.
    static void startToolkit() throws InterruptedException {
        CountDownLatch up = new CountDownLatch(1);
        Runnable begin = () -> {
            Thread painting = Thread.currentThread();
            Thread.UncaughtExceptionHandler before = painting.getUncaughtExceptionHandler();
            painting.setUncaughtExceptionHandler((thread, fault) -> {
                if (!(fault instanceof IndexOutOfBoundsException)) {
                    before.uncaughtException(thread, fault);
                }
            });
            up.countDown();
        };
        try {
            Platform.startup(begin);
        } catch (IllegalStateException e) {
            return; // another measurement started it
        }
        up.await();
        if (HeadlessScreen.isUsed()) {
            HeadlessScreen.warmUp();
        }
    }
}
