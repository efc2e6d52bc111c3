package mirrorlab.station;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.journal.Json;

/// The process of one node. Reads one line, its {@link NodeConfig}; writes one line, {@link Station.Serving}, when both
/// doors are open, and its log to the standard error. Later lines stop and start the {@link Application} in it. Ends with
/// a clean stop on SIGTERM, and when the standard input ends, because then the lab has died; in that case it hardly waits
/// for a clean stop: nobody will start this node again.
public final class NodeProcess {
    /// Commands of the lab and its answers: {@link AppStopped}, {@link Station.Serving}.
    public static final String STOP_APP = "stop_app";
    public static final String START_APP = "start_app";
    private static final long CLEAN_STOP_SECONDS = 60;
    /// After the end of the input of a process whose parent lives on.
    private static final long WITHOUT_INPUT_MILLIS = 1500;
    /// Contract: a node ends within 5 s of its lab, on a busy machine, too.
    private static final long WITHOUT_LAB_MILLIS = 500;
    private static final long LOOK_MILLIS = 100;
    private static final int LAB_DIED = 1;

    private NodeProcess() {}

    /// @return the exit status, see {@link Exit}
    public static int run(InputStream in, PrintStream out, PrintStream err) throws InterruptedException {
        long lab = parent();
        try {
            LibraryLog.into(new NodeLog(err::println));
            Application node = Application.start(NodeConfig.parse(line(in)), err::println);
            Thread stopping = Thread.ofPlatform().name("node-stopping").unstarted(() -> stopCleanly(node, err));
            Runtime.getRuntime().addShutdownHook(stopping);
            Thread.ofPlatform().daemon().name("node-input").start(() -> {
                obey(in, out, err, node);
                awaitEnd(err, node, stopping, lab);
            });
            node.serving().thenAccept(serving -> announce(serving, out));
            int status = node.ended().get().status();
            forget(stopping);
            return status;
        } catch (WrongConfig e) {
            err.println(e.sentence());
            return Exit.WRONG_CONFIG;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a life ends without exception", e);
        }
    }

    private static String line(InputStream in) throws WrongConfig {
        byte[] bytes = new byte[NodeConfig.LONGEST_LINE];
        int length = 0;
        try {
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                if (length == bytes.length) {
                    throw new WrongConfig("the node's configuration is longer than " + bytes.length + " bytes");
                }
                bytes[length++] = (byte) next;
            }
        } catch (IOException e) {
            throw new WrongConfig("the node's configuration cannot be read: " + e.getMessage(), e);
        }
        if (length == 0) {
            throw new WrongConfig("a node expects its configuration as one line of JSON on the standard input");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /// What the lab says after the first line: {@value #STOP_APP}, {@value #START_APP}. Returns when the input has ended.
    private static void obey(InputStream in, PrintStream out, PrintStream err, Application node) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                switch (line) {
                    case STOP_APP -> node.stopApp().thenRun(() -> announce(new AppStopped(true), out));
                    case START_APP -> node.startApp().whenComplete((serving, fault) -> announce(
                            fault == null ? serving : new AppStopped(true), out));
                    default -> err.println("this node does not know the command " + line);
                }
            }
        } catch (IOException e) {
            err.println("the standard input broke: " + e.getMessage());
        } catch (WrongConfig e) {
            err.println(e.sentence());
        }
    }

    /// The application is stopped, its process goes on.
    public record AppStopped(boolean appStopped) {}

    private static void announce(Object news, PrintStream out) {
        out.println(Json.write(news));
        out.flush();
    }

    /// The lab has died; or it lives, has sent SIGTERM and closed its end of the pipe: then the shutdown hook says when
    /// it is over, unless the lab dies meanwhile.
    private static void awaitEnd(PrintStream err, Application node, Thread stopping, long lab) {
        err.println("the standard input has ended, this node ends");
        node.stop();
        for (long waited = 0; !hasEnded(node); waited += LOOK_MILLIS) {
            boolean isLabGone = parent() != lab;
            boolean isStopping = stopping.getState() != Thread.State.NEW;
            if (isLabGone && waited >= WITHOUT_LAB_MILLIS
                    || !isLabGone && !isStopping && waited >= WITHOUT_INPUT_MILLIS) {
                Runtime.getRuntime().halt(LAB_DIED);
            }
        }
    }

    /// Waits for it a little.
    private static boolean hasEnded(Application node) {
        try {
            node.ended().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | InterruptedException e) {
            return true;
        }
    }

    /// The process that started this one; another one as soon as that has died, be it still unburied.
    private static long parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }

    private static void stopCleanly(Application node, PrintStream err) {
        node.stop();
        int status = Exit.BUG;
        try {
            status = node.ended().get(CLEAN_STOP_SECONDS, TimeUnit.SECONDS).status();
        } catch (TimeoutException e) {
            err.println("the clean stop took longer than " + CLEAN_STOP_SECONDS + " s, it is given up");
        } catch (ExecutionException | InterruptedException e) {
            err.println("the clean stop failed: " + e);
        }
        err.flush();
        Runtime.getRuntime().halt(status);
    }

    private static void forget(Thread stopping) {
        try {
            Runtime.getRuntime().removeShutdownHook(stopping);
        } catch (IllegalStateException e) {
            // the process is ending already: the hook gives the status
        }
    }
}
