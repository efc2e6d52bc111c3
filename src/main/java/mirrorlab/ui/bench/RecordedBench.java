package mirrorlab.ui.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.application.Platform;
import mirrorlab.lab.bench.BenchResult;
import mirrorlab.lab.bench.Figure;
import mirrorlab.ui.FrameBench;

/// The frames of the window while a recording of a large cluster is played to it: no node takes part, so that the window alone
/// is measured. The recording is the same in every run ({@link BigCluster}).
public final class RecordedBench {
    static final int NODES = 9;
    static final int QUEUES = 200;
    private static final int MANY_QUEUES = 1000;
    static final int RATE = 5000;
    private static final double MOST_MILLIS = 18;
    private static final double LONGEST_MILLIS = 100;
    /// Classes are loaded and views built in the first second.
    private static final Duration WARM_UP = Duration.ofSeconds(1);
    private final int seconds;

    /// @param seconds
    ///            measured for each size
    public RecordedBench(int seconds) {
        this.seconds = seconds;
    }

    public BenchResult run() throws InterruptedException {
        Platform.setImplicitExit(false);
        UiBench.startToolkit();
        List<Figure> figures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        traffic(1280, 720, figures, notes);
        traffic(1920, 1080, figures, notes);
        many(1280, 720, figures, notes);
        many(1920, 1080, figures, notes);
        notes.add(
                "a frame: from the beginning of one to the beginning of the next, with all that is laid out and painted between; the screen asks every 16 ms, so a frame that takes a little longer counts 32");
        return new BenchResult("ui", figures, notes);
    }

    private void traffic(int width, int height, List<Figure> figures, List<String> notes) {
        BigCluster cluster = new BigCluster(NODES, QUEUES, RATE);
        BigCluster.Told told = cluster.tell(seconds + 1, seconds * 500);
        try (PlayedRecording played = new PlayedRecording(told)) {
            played.start();
            FrameBench.Times times = FrameBench.run(played.lab(), width, height, WARM_UP, Duration.ofSeconds(seconds));
            String size = width + "x" + height + ", recorded";
            figures.add(Figure.of(size + ", 95 % of frames within", "ms", List.of(times.frame95()))
                    .promised(MOST_MILLIS));
            figures.add(Figure.of(size + ", longest frame", "ms", List.of(times.frameMost()))
                    .promised(LONGEST_MILLIS));
            figures.add(Figure.of(size + ", median frame", "ms", List.of(times.frameMedian())));
            figures.add(Figure.of(size + ", 95 % of the window's own work", "ms", List.of(times.work95())));
            figures.add(Figure.of(size + ", most of the window's own work", "ms", List.of(times.workMost())));
            notes.add(String.format(Locale.ROOT,
                    "%s: %d nodes, %d queues, %,d messages a second, %,d happenings a second; a node dies in the middle; %d frames in %d s",
                    size, NODES, QUEUES, RATE, told.played().size() / (seconds + 1), times.frames(), seconds));
        }
    }

    /// Somebody sorts, filters, searches and scrolls among very many queues.
    private void many(int width, int height, List<Figure> figures, List<String> notes) {
        BigCluster.Told told = new BigCluster(NODES, MANY_QUEUES, RATE).tell(seconds + 1, 0);
        try (PlayedRecording played = new PlayedRecording(told)) {
            played.start();
            FrameBench.Times times = FrameBench.run(played.lab(), width, height, WARM_UP, Duration.ofSeconds(seconds),
                    new BusyUser());
            String size = width + "x" + height + ", 1,000 queues";
            figures.add(Figure.of(size + ", longest frame", "ms", List.of(times.frameMost()))
                    .promised(LONGEST_MILLIS));
            figures.add(Figure.of(size + ", 95 % of frames within", "ms", List.of(times.frame95())));
            notes.add(String.format(Locale.ROOT,
                    "%s: sorted, filtered, searched, scrolled and looked at from near and far, under the same traffic; %d frames in %d s",
                    size, times.frames(), seconds));
        }
    }
}
