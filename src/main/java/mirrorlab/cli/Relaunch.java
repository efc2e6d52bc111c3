package mirrorlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.host.AotCache;
import mirrorlab.lab.host.OwnProgram;

/// Starts the program once more with the cache of loaded classes, because a JVM can be given one on its command line only: half
/// the time to a running cluster. The first process stays, passes signals on, and ends as the second one does; the second one
/// ends when the first one is gone.
final class Relaunch {
    private static final String MARK = "mirrorlab.relaunched";
    private static final long ENDS_WITHIN_SECONDS = 10;

    private Relaunch() {}

    /// The command starts a cluster without a window, and there is a cache.
    static boolean isWorthwhile(String[] arguments) {
        return arguments.length > 0 && (arguments[0].equals("up") || arguments[0].equals("run"))
                && System.getProperty(MARK) == null && AotCache.ready() != null;
    }

    /// @return the second process's exit status
    static int run(String[] arguments) throws InterruptedException {
        Path cache = AotCache.ready();
        List<String> command = OwnProgram.command(List.of("-XX:AOTCache=" + cache, "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xlog:disable", "-D" + MARK + "=true"));
        command.addAll(List.of(arguments));
        try {
            Process second = new ProcessBuilder(command).inheritIO().start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(second), "relaunch-end"));
            return second.waitFor();
        } catch (IOException e) {
            return Commands.execute(arguments);
        }
    }

    private static void end(Process second) {
        second.destroy();
        try {
            if (!second.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                second.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// In the second process: ends when the first one is gone.
    static void endWithParent() {
        if (System.getProperty(MARK) != null) {
            ProcessHandle.current().parent().ifPresentOrElse(parent -> parent.onExit().thenRun(() -> System.exit(1)),
                    () -> System.exit(1));
        }
    }
}
