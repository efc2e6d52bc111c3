package mirrorlab.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;

/// A lab that is closed at the end of the command, and when the program is told to end.
final class RunningLab implements AutoCloseable {
    private final LiveLab lab;
    private final Thread hook;
    private boolean closed;

    private RunningLab(LiveLab lab, Runnable toldToEnd) {
        this.lab = lab;
        hook = new Thread(() -> {
            if (closeOnce()) {
                toldToEnd.run();
            }
        }, "lab-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static RunningLab open(Scenario scenario, LabOptions options) throws IOException, NotPossible {
        return open(scenario, options, () -> {});
    }

    /// @param toldToEnd
    ///            runs after the lab was closed because the program was told to end before the command had
    static RunningLab open(Scenario scenario, LabOptions options, Runnable toldToEnd) throws IOException, NotPossible {
        return new RunningLab(LiveLab.open(scenario, options), toldToEnd);
    }

    LiveLab lab() {
        return lab;
    }

    /// Waits until all nodes serve.
    void awaitStarted() throws BootFailed, NotPossible, IOException, InterruptedException {
        try {
            lab.started().toCompletableFuture().get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case BootFailed failed -> throw failed;
                case NotPossible notPossible -> throw notPossible;
                case IOException io -> throw io;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /// Whoever comes second waits for the first.
    private synchronized boolean closeOnce() {
        if (closed) {
            return false;
        }
        closed = true;
        lab.close();
        return true;
    }

    /// A program that opens one lab after the other keeps none of them.
    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the program is ending
        }
    }

    /// Does not return when the program was told to end: what fails then is no news for anybody.
    @Override
    public void close() {
        if (closeOnce()) {
            forget();
        } else {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
