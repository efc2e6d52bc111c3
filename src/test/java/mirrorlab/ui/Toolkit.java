package mirrorlab.ui;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javafx.application.Platform;

/// The JavaFX thread, for tests.
public final class Toolkit {
    private Toolkit() {}

    public static <T> T call(Supplier<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                done.complete(work.get());
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        };
        try {
            Platform.startup(task);
        } catch (IllegalStateException e) {
            Platform.runLater(task);
        }
        Platform.setImplicitExit(false);
        return done.orTimeout(300, TimeUnit.SECONDS).join();
    }

    public static void run(Runnable work) {
        call(() -> {
            work.run();
            return "";
        });
    }
}
