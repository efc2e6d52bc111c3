package mirrorlab.amqp;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A client's socket and how it is called. Reading waits for bytes; writing need not wait for a place.
final class ClientSocket {
    private final SocketChannel channel;
    private final InetSocketAddress peer;
    private final InetSocketAddress local;
    private final Selector readable = Selector.open();
    /// Opened when the socket is full for the first time, which few ever are.
    private @Nullable Selector writable;
    private boolean closed;
    private volatile int readTimeout;

    ClientSocket(SocketChannel channel) throws IOException {
        this.channel = channel;
        peer = (InetSocketAddress) channel.getRemoteAddress();
        local = (InetSocketAddress) channel.getLocalAddress();
        channel.configureBlocking(false);
        channel.register(readable, SelectionKey.OP_READ);
    }

    InetAddress peerAddress() {
        return peer.getAddress();
    }

    /// `127.0.0.1:34042`
    String peer() {
        return name(peer);
    }

    /// `127.0.0.1:5672`, the node's end.
    String local() {
        return name(local);
    }

    /// RabbitMQ's form: `127.0.0.1:34042 -> 127.0.0.1:5672`.
    String endpoints() {
        return peer() + " -> " + local();
    }

    /// Frames go out when they are flushed, not when Nagle's algorithm thinks so.
    void hurry() throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /// Used by one thread.
    InputStream in() {
        return new In();
    }

    /// Used by one thread at a time.
    Out out() {
        return new Out();
    }

    /// @param millis 0 for ever
    void readTimeout(int millis) {
        readTimeout = millis;
    }

    /// Whoever waits for this socket goes on.
    synchronized void close() {
        closed = true;
        try {
            channel.close();
            readable.close();
            if (writable != null) {
                writable.close();
            }
        } catch (IOException _) {
            // it is closed all the same, and nobody waits for what it held
        }
    }

    private synchronized Selector writable() throws IOException {
        if (closed) {
            throw new IOException("the socket was closed");
        }
        if (writable == null) {
            writable = Selector.open();
            channel.register(writable, SelectionKey.OP_WRITE);
        }
        return writable;
    }

    private static String name(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static void await(Selector selector, long millis) throws IOException {
        try {
            selector.select(_ -> {}, millis);
        } catch (ClosedSelectorException closed) {
            throw new IOException("the socket was closed", closed);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("the node ends");
        }
    }

    private final class In extends InputStream {
        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            var into = ByteBuffer.wrap(target, offset, length);
            var count = channel.read(into);
            return count == 0 && length > 0 ? readLater(into) : count;
        }

        private int readLater(ByteBuffer into) throws IOException {
            var millis = readTimeout;
            var since = System.nanoTime();
            var count = 0;
            while (count == 0) {
                var left = millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
                if (millis > 0 && left <= 0) {
                    throw new SocketTimeoutException("nothing came for " + millis + " ms");
                }
                await(readable, millis > 0 ? left : 0);
                count = channel.read(into);
            }
            return count;
        }
    }

    /// Writes at once what the socket takes. What it does not take waits here until somebody who may wait comes by.
    final class Out extends OutputStream {
        private boolean patient;
        private @Nullable ByteBuffer rest;

        /// @param mayWait
        ///            whether the thread that writes next may wait for a place
        void patient(boolean mayWait) {
            patient = mayWait;
        }

        boolean hasRest() {
            return rest != null;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[]{(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            var bytes = ByteBuffer.wrap(source, offset, length);
            if (patient) {
                flush();
                writeAll(bytes);
                return;
            }
            if (rest == null) {
                channel.write(bytes);
            }
            if (bytes.hasRemaining()) {
                keep(bytes);
            }
        }

        private void keep(ByteBuffer bytes) {
            var before = rest == null ? ByteBuffer.allocate(0) : rest;
            rest = ByteBuffer.allocate(before.remaining() + bytes.remaining()).put(before).put(bytes).flip();
        }

        /// Writes what was left, if this thread may wait.
        @Override
        public void flush() throws IOException {
            if (patient && rest != null) {
                writeAll(rest);
                rest = null;
            }
        }

        private void writeAll(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                if (channel.write(bytes) == 0) {
                    await(writable(), 0);
                }
            }
        }
    }
}
