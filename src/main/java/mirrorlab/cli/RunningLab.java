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
    private volatile boolean toldToEnd;
    private boolean closed;

    private RunningLab(LiveLab lab, Runnable afterwards) {
        this.lab = lab;
        hook = new Thread(() -> {
            if (closeOnce(true)) {
                afterwards.run();
            }
        }, "lab-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static RunningLab open(Scenario scenario, LabOptions options) throws IOException, NotPossible {
        return open(scenario, options, () -> {});
    }

    /// @param afterwards
    ///            runs after the lab was closed because the program was told to end before the command had
    static RunningLab open(Scenario scenario, LabOptions options, Runnable afterwards) throws IOException, NotPossible {
        return new RunningLab(LiveLab.open(scenario, options), afterwards);
    }

    LiveLab lab() {
        return lab;
    }

    /// The program was told to end: what happens to the lab from now on is no news.
    boolean isToldToEnd() {
        return toldToEnd;
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
    private synchronized boolean closeOnce(boolean told) {
        if (closed) {
            return false;
        }
        closed = true;
        toldToEnd = told;
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
        if (closeOnce(false)) {
            forget();
        } else {
            awaitEnd();
        }
    }

    /// For whoever was told that the program ends: it does not return before that.
    static void awaitEnd() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
