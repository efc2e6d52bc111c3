package mirrorlab.ui;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import mirrorlab.lab.Lab;

/// Measures how evenly the window of a lab draws: the time from frame to frame, and the work of the window's own thread in each.
public final class FrameBench {
    private static final double NANOS = 1_000_000;

    /// All in milliseconds. `work` is what the window itself did in a frame; `frame` the time from one frame to the next.
    public record Times(int frames, double frameMedian, double frame95, double frameMost, double work95,
            double workMost) {
        static Times of(long[] frames, long[] works) {
            long[] frame = frames.clone();
            long[] work = works.clone();
            Arrays.sort(frame);
            Arrays.sort(work);
            return new Times(frame.length, at(frame, 0.5), at(frame, 0.95), at(frame, 1), at(work, 0.95), at(work, 1));
        }

        private static double at(long[] sorted, double share) {
            return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)] / NANOS;
        }
    }

    /// What somebody does in the window before a frame, counted from 0.
    public interface User {
        void act(Desk desk, Scene scene, int frame);
    }

    private FrameBench() {}

    /// Opens the window, lets it warm up, measures, closes it. Called off the JavaFX thread.
    public static Times run(Lab lab, double width, double height, Duration warmUp, Duration measured) {
        return run(lab, width, height, warmUp, measured, (desk, scene, frame) -> {});
    }

    /// @param user
    ///            acts in every measured frame, as a part of the window's own work
    public static Times run(Lab lab, double width, double height, Duration warmUp, Duration measured, User user) {
        CompletableFuture<Times> done = new CompletableFuture<>();
        Runnable open = () -> {
            Desk desk = new Desk(lab);
            MirrorlabWindow window = new MirrorlabWindow(desk, width, height);
            Stage stage = new Stage();
            stage.setScene(window.scene());
            stage.setTitle(desk.say("window.title"));
            new Meter(desk, stage, warmUp.toNanos(), measured.toNanos(), user, done).start();
            stage.show();
        };
        try {
            Platform.startup(open);
        } catch (IllegalStateException e) {
            Platform.runLater(open);
        }
        return done.join();
    }

    private static final class Meter extends AnimationTimer {
        private final Desk desk;
        private final Stage stage;
        private final long warmUp;
        private final long measured;
        private final User user;
        private final CompletableFuture<Times> done;
        private final LongStream.Builder frames = LongStream.builder();
        private final LongStream.Builder works = LongStream.builder();
        private int acted;
        private long first;
        private long last;

        private Meter(Desk desk, Stage stage, long warmUp, long measured, User user, CompletableFuture<Times> done) {
            this.desk = desk;
            this.stage = stage;
            this.warmUp = warmUp;
            this.measured = measured;
            this.user = user;
            this.done = done;
        }

        @Override
        public void handle(long nanos) {
            long before = System.nanoTime();
            if (first != 0 && nanos - first > warmUp) {
                user.act(desk, stage.getScene(), acted++);
            }
            desk.frame(nanos);
            long work = System.nanoTime() - before;
            first = first == 0 ? nanos : first;
            if (nanos - first > warmUp) {
                frames.add(nanos - last);
                works.add(work);
            }
            last = nanos;
            if (nanos - first > warmUp + measured) {
                stop();
                stage.hide();
                done.complete(Times.of(frames.build().toArray(), works.build().toArray()));
            }
        }
    }
}
