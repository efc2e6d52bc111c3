package mirrorlab.ui.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.layout.Pane;
import javafx.scene.paint.Color;
import javafx.scene.shape.Rectangle;
import javafx.stage.Stage;

/// What stands for a display where there is none. It takes a window's picture pixel by pixel, in Java, on the window's own
/// thread: 30 ms a frame until the JVM has compiled that, 1 ms from then on. A display has nothing of the kind, so this is
/// done before anything is measured, with a small square in an empty window.
final class HeadlessScreen {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final double SIDE = 8;

    private HeadlessScreen() {}

    static boolean isUsed() {
        return "Headless".equals(System.getProperty("glass.platform"));
    }

    /// Called off the JavaFX thread.
    static void warmUp() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Platform.runLater(() -> {
            Rectangle square = new Rectangle(SIDE, SIDE, Color.BLACK);
            Stage stage = new Stage();
            stage.setScene(new Scene(new Pane(square), 1280, 720));
            stage.show();
            new AnimationTimer() {
                private long first;

                @Override
                public void handle(long nanos) {
                    first = first == 0 ? nanos : first;
                    square.setX((nanos - first) / 1e7 % 100);
                    if (nanos - first > NANOS) {
                        stop();
                        stage.hide();
                        done.countDown();
                    }
                }
            }.start();
        });
        done.await();
    }
}
