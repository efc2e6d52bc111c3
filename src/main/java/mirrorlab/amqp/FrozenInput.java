package mirrorlab.amqp;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/// A socket's input that hands nothing on while the node is paused. A silence that the pause explains is no
/// missing heartbeat.
final class FrozenInput extends InputStream {
    private final InputStream in;
    private final Gate frozen;
    private final Runnable beforeWaiting;

    /// @param beforeWaiting
    ///            called before the socket is read
    FrozenInput(InputStream in, Gate frozen, Runnable beforeWaiting) {
        this.in = in;
        this.frozen = frozen;
        this.beforeWaiting = beforeWaiting;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (true) {
            beforeWaiting.run();
            var since = System.nanoTime();
            try {
                var read = in.read(target, offset, length);
                pass();
                return read;
            } catch (SocketTimeoutException silence) {
                if (frozen.openSince(since)) {
                    throw silence;
                }
                pass();
            }
        }
    }

    private void pass() throws InterruptedIOException {
        try {
            frozen.pass();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the node ends");
        }
    }
}
