package mirrorlab.cli;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.AotCache;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;

/// A lab that is closed at the end of the command, and when the program is told to end.
final class RunningLab implements AutoCloseable {
    private final LiveLab lab;

    private RunningLab(LiveLab lab) {
        this.lab = lab;
        Runtime.getRuntime().addShutdownHook(new Thread(lab::close, "lab-shutdown"));
    }

    static RunningLab open(Scenario scenario, LabOptions options) throws IOException, NotPossible {
        return new RunningLab(LiveLab.open(scenario, options));
    }

    LiveLab lab() {
        return lab;
    }

    /// Waits until all nodes serve.
    void awaitStarted() throws BootFailed, NotPossible, IOException, InterruptedException {
        try {
            lab.started().toCompletableFuture().get();
            AotCache.prepare();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case BootFailed failed -> throw failed;
                case NotPossible notPossible -> throw notPossible;
                case IOException io -> throw io;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        lab.close();
    }
}
