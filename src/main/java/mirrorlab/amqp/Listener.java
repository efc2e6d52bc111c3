package mirrorlab.amqp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A port on 127.0.0.1 that belongs to this node from its start, and accepts while it is open. While it is not, clients
/// are refused, as by a RabbitMQ node that has not come to its listeners yet (N-10).
final class Listener {
    private static final int BACKLOG = 1024;
    private static final long PAUSE_NANOS = 50_000_000;
    private static final Duration LETS_GO_WITHIN = Duration.ofSeconds(2);

    private final String node;
    private final Consumer<SocketChannel> accepted;
    private final Socket reservation = new Socket();
    private @Nullable ServerSocketChannel server;
    private @Nullable Thread acceptor;
    private int port;

    Listener(String node, Consumer<SocketChannel> accepted) {
        this.node = node;
        this.accepted = accepted;
    }

    /// @param wanted
    ///            0 for any free port
    /// @return the port
    int reserve(int wanted) throws IOException {
        reservation.setReuseAddress(true);
        try {
            reservation.bind(address(wanted));
        } catch (BindException taken) {
            throw portTaken(wanted, taken);
        }
        port = reservation.getLocalPort();
        if (wanted != 0) {
            bound().close(); // does anybody listen there?
        }
        return port;
    }

    /// A platform thread accepts: a close takes the port from it at once, from a virtual thread only when that runs again.
    void open() {
        if (server != null) {
            return;
        }
        try {
            var bound = bound();
            server = bound;
            acceptor = Thread.ofPlatform().daemon().name("node-" + node + "-amqp-accept").start(() -> accept(bound));
        } catch (IOException trouble) {
            throw new UncheckedIOException(trouble);
        }
    }

    /// The system listens until the thread that accepts has let go; on a busy machine that takes a moment.
    void close() {
        try {
            if (server != null) {
                server.close();
                server = null;
            }
            if (acceptor != null) {
                acceptor.join(LETS_GO_WITHIN);
                acceptor = null;
            }
        } catch (IOException trouble) {
            throw new UncheckedIOException(trouble);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Gives the port away.
    void end() {
        close();
        try {
            reservation.close();
        } catch (IOException trouble) {
            throw new UncheckedIOException(trouble);
        }
    }

    private ServerSocketChannel bound() throws IOException {
        var bound = ServerSocketChannel.open();
        bound.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        try {
            bound.bind(address(port), BACKLOG);
        } catch (BindException taken) {
            bound.close();
            throw portTaken(port, taken);
        }
        return bound;
    }

    private void accept(ServerSocketChannel bound) {
        while (bound.isOpen()) {
            try {
                accepted.accept(bound.accept());
            } catch (IOException trouble) {
                if (bound.isOpen()) {
                    LockSupport.parkNanos(PAUSE_NANOS); // no file descriptors left: nothing tells when there are again
                }
            }
        }
    }

    private IOException portTaken(int wanted, BindException taken) {
        return new IOException(
                "AMQP port " + wanted + " of node " + node + " is in use on 127.0.0.1 by another program; "
                        + "give the node another port or 0 for any",
                taken);
    }

    private static InetSocketAddress address(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), port);
    }
}
