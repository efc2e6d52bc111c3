package mirrorlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.LabDoor;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.AotCache;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.ShippedScenario;
import mirrorlab.ui.bench.WindowTraining;
import mirrorlab.ui.picture.PicturePainter;
import mirrorlab.vocabulary.NodeName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "train", hidden = true,
        description = "Makes the caches that let the program start faster. Started by the build and by the lab itself.")
final class TrainCommand implements Callable<Integer> {
    private static final int GIVEN_UP = 3;
    /// A node that leaves a cache behind takes long to end.
    private static final long ENDS_WITHIN_SECONDS = 240;
    private static final String SCENARIO = "natural-synchronisation";

    private enum Part {
        make, window, beside, play, show
    }

    @Parameters(
            description = "make: the caches in the user's cache folder, window: the window's, too, beside: all in the jar's folder; play, show: what they are made from")
    private Part part = Part.make;

    @Override
    public Integer call() throws Exception {
        switch (part) {
            case make, window -> {
                endWithStarter();
                AotCache.make(false, part == Part.window);
            }
            case beside -> AotCache.make(true, true);
            case play -> {
                endWithStarter();
                playProcesses();
                new TerminalRun(new PrintWriter(Writer.nullWriter())).play(ShippedScenario.of(SCENARIO),
                        new LabOptions(true, false));
            }
            case show -> {
                endWithStarter();
                PicturePainter.headless();
                WindowTraining.showRecordings();
                playProcesses();
            }
        }
        return Commands.OK;
    }

    /// Whoever started this has ended when the standard input ends.
    private static void endWithStarter() {
        Thread.ofPlatform().daemon().name("train-input").start(() -> {
            try {
                System.in.transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                // it has ended, too
            }
            // a JVM that records would write its cache first, whatever way it is asked to end
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(GIVEN_UP);
        });
    }

    private static void playProcesses()
            throws IOException, NotPossible, BootFailed, InterruptedException, ExecutionException, TimeoutException {
        try (RunningLab running = RunningLab.open(ShippedScenario.of(SCENARIO), new LabOptions(false, false));
                LabDoor door = new LabDoor(running.lab())) {
            running.awaitStarted();
            LiveLab lab = running.lab();
            lab.player().play().toCompletableFuture().join();
            List<NodeName> alive = lab.cluster().answering();
            lab.cluster().stop(alive, false).toCompletableFuture().get(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS);
        }
    }
}
