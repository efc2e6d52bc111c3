package mirrorlab.amqp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/// A client's socket and how it is called.
record ClientSocket(Socket socket) {

    InetAddress peerAddress() {
        return socket.getInetAddress();
    }

    /// `127.0.0.1:34042`
    String peer() {
        return name(socket.getInetAddress(), socket.getPort());
    }

    /// `127.0.0.1:5672`, the node's end.
    String local() {
        return name(socket.getLocalAddress(), socket.getLocalPort());
    }

    /// RabbitMQ's form: `127.0.0.1:34042 -> 127.0.0.1:5672`.
    String endpoints() {
        return peer() + " -> " + local();
    }

    /// Frames go out when they are flushed, not when Nagle's algorithm thinks so.
    void hurry() throws IOException {
        socket.setTcpNoDelay(true);
    }

    InputStream in() throws IOException {
        return socket.getInputStream();
    }

    OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    /// @param millis 0 for ever
    void readTimeout(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // it is closed all the same, and nobody waits for what it held
        }
    }

    private static String name(InetAddress address, int port) {
        return address.getHostAddress() + ":" + port;
    }
}
