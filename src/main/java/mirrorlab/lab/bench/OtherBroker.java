package mirrorlab.lab.bench;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.host.NotPossible;

/// A broker that runs already, reached by AMQP and by its own `rabbitmqctl`.
///
/// @param nodes
///            addresses of its nodes; the first will have the master
/// @param ctl
///            what stands for `rabbitmqctl` with the options that reach the first node
/// @param within
///            how long one command may take
public record OtherBroker(List<URI> nodes, List<String> ctl, Duration within) {
    private static final Duration LONGEST = Duration.ofMinutes(15);

    public OtherBroker {
        nodes = List.copyOf(nodes);
        ctl = List.copyOf(ctl);
    }

    /// Commands may take as long as the synchronisation of the largest queue.
    public OtherBroker(List<URI> nodes, List<String> ctl) {
        this(nodes, ctl, LONGEST);
    }

    /// @throws NotPossible
    ///             the address makes no sense
    Connection connect(String name) throws IOException, NotPossible {
        return connect(nodes.getFirst(), name);
    }

    /// @throws NotPossible
    ///             the address makes no sense
    static Connection connect(URI node, String name) throws IOException, NotPossible {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        try {
            factory.setUri(node);
            return factory.newConnection(name);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new NotPossible("--against " + node + " is not an AMQP address: " + e.getMessage());
        } catch (TimeoutException e) {
            throw new IOException("no connection with " + node + ": " + e, e);
        }
    }

    /// Runs one command of `rabbitmqctl`; what it printed. It does not wait for ever: without the port mapper of its nodes
    /// (`epmd`) `rabbitmqctl` neither works nor fails.
    ///
    /// @throws IOException
    ///             it could not be run, failed, or did not end in time
    String run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(ctl);
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        CompletableFuture<String> printed = CompletableFuture.supplyAsync(() -> all(process));
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new IOException(String.join(" ", ctl) + " " + words[0] + " did not end within " + within.toSeconds()
                    + " s; are the broker and its epmd running?");
        }
        String said = printed.join();
        int status = process.exitValue();
        if (status != 0) {
            throw new IOException(
                    String.join(" ", ctl) + " " + words[0] + " ended with status " + status + ": " + said);
        }
        return said;
    }

    private static String all(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
