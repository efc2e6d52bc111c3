package mirrorlab.lab.bench;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.host.NotPossible;

/// A broker that runs already, reached by AMQP and by its own `rabbitmqctl`.
///
/// @param nodes
///            addresses of its nodes; the first will have the master
/// @param ctl
///            what stands for `rabbitmqctl` with the options that reach the first node
public record OtherBroker(List<URI> nodes, List<String> ctl) {
    public OtherBroker {
        nodes = List.copyOf(nodes);
        ctl = List.copyOf(ctl);
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

    /// Runs one command of `rabbitmqctl`; what it printed.
    ///
    /// @throws IOException
    ///             it could not be run or failed
    String run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(ctl);
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException(
                    String.join(" ", ctl) + " " + words[0] + " ended with status " + status + ": " + said);
        }
        return said;
    }
}
