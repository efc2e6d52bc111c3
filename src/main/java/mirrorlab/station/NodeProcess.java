package mirrorlab.station;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.journal.Json;

/// The process of one node. Reads one line, its {@link NodeConfig}; writes one line, {@link Station.Serving}, when both
/// doors are open, and its log to the standard error. Ends with a clean stop on SIGTERM, and when the standard input
/// ends, because then the lab has died; in that case it hardly waits for a clean stop: nobody will start this node again.
public final class NodeProcess {
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
            Station station = Station.start(NodeConfig.parse(firstLine(in)), err::println);
            Thread stopping = Thread.ofPlatform().name("node-stopping").unstarted(() -> stopCleanly(station, err));
            Runtime.getRuntime().addShutdownHook(stopping);
            Thread.ofPlatform().daemon().name("node-input").start(() -> awaitEnd(in, err, station, stopping, lab));
            station.serving().thenAccept(serving -> announce(serving, out));
            int status = station.ended().get().status();
            forget(stopping);
            return status;
        } catch (WrongConfig e) {
            err.println(e.sentence());
            return Exit.WRONG_CONFIG;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a life ends without exception", e);
        }
    }

    private static String firstLine(InputStream in) throws WrongConfig {
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

    private static void announce(Station.Serving serving, PrintStream out) {
        out.println(Json.write(serving));
        out.flush();
    }

    /// The lab has died; or it lives, has sent SIGTERM and closed its end of the pipe: then the shutdown hook says when
    /// it is over, unless the lab dies meanwhile.
    private static void awaitEnd(InputStream in, PrintStream err, Station station, Thread stopping, long lab) {
        try {
            while (in.read() >= 0) {
                // whatever is said after the first line has no meaning
            }
        } catch (IOException e) {
            err.println("the standard input broke: " + e.getMessage());
        }
        err.println("the standard input has ended, this node ends");
        station.stop();
        for (long waited = 0; !hasEnded(station); waited += LOOK_MILLIS) {
            boolean isLabGone = parent() != lab;
            boolean isStopping = stopping.getState() != Thread.State.NEW;
            if (isLabGone && waited >= WITHOUT_LAB_MILLIS
                    || !isLabGone && !isStopping && waited >= WITHOUT_INPUT_MILLIS) {
                Runtime.getRuntime().halt(LAB_DIED);
            }
        }
    }

    /// Waits for it a little.
    private static boolean hasEnded(Station station) {
        try {
            station.ended().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
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

    private static void stopCleanly(Station station, PrintStream err) {
        station.stop();
        int status = Exit.BUG;
        try {
            status = station.ended().get(CLEAN_STOP_SECONDS, TimeUnit.SECONDS).status();
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
