package mirrorlab.ui.bench;

import java.time.Duration;
import javafx.application.Platform;
import mirrorlab.ui.FrameBench;

/// What the cache of a process with a window is made from ({@link mirrorlab.lab.host.AotCache}): a window without a
/// display, to which a medium cluster's traffic and the death of a node are shown, first as it is, then while somebody
/// sorts, searches and scrolls.
public final class WindowTraining {
    private static final int SECONDS = 6;
    private static final BigCluster CLUSTER = new BigCluster(7, 120, 3000);

    private WindowTraining() {}

    /// Called off the JavaFX thread, in a process that chose the headless toolkit.
    public static void showRecordings() throws InterruptedException {
        Platform.setImplicitExit(false);
        UiBench.startToolkit();
        show((desk, scene, frame) -> {});
        show(new BusyUser());
    }

    private static void show(FrameBench.User user) {
        try (PlayedRecording played = new PlayedRecording(CLUSTER.tell(SECONDS, SECONDS * 500))) {
            played.start();
            FrameBench.run(played.lab(), 1280, 720, Duration.ZERO, Duration.ofSeconds(SECONDS), user);
        }
    }
}
