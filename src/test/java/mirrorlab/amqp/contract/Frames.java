package mirrorlab.amqp.contract;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import mirrorlab.amqp.RawClient;

/// What a node says to a client that looks for two things only: the answer on channel 2, and the end.
final class Frames {
    private static final byte[] QOS_OK = {0, 60, 0, 11};
    private static final byte[] CLOSE = {0, 10, 0, 50};
    private static final byte[] CLOSE_OK = {0, 10, 0, 51};
    private final Socket socket;
    private final DataInputStream in;

    Frames(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    void untilClosed() throws IOException {
        while (in.read() >= 0) {
            in.skipNBytes(in.available());
        }
    }

    /// Whether the connection goes on after the answer on channel 2. A failed channel 1 is opened again.
    boolean untilAnswered() throws IOException {
        try {
            while (true) {
                in.readUnsignedByte();
                int channel = in.readUnsignedShort();
                byte[] payload = in.readNBytes(in.readInt());
                if (in.readUnsignedByte() != 0xCE) {
                    throw new AssertionError("a frame without an end");
                }
                if (channel == 2 && starts(payload, QOS_OK)) {
                    return true;
                }
                if (channel == 0 && starts(payload, CLOSE)) {
                    socket.getOutputStream().write(RawClient.method(0, 10, 51));
                    return false;
                }
                if (channel == 0 && starts(payload, CLOSE_OK)) {
                    return false;
                }
                if (channel == 1 && starts(payload, new byte[]{0, 20, 0, 40})) {
                    socket.getOutputStream().write(RawClient.join(RawClient.method(1, 20, 41),
                            RawClient.method(1, 20, 10, RawClient.shortstr(""))));
                }
            }
        } catch (EOFException e) {
            return false;
        }
    }

    private static boolean starts(byte[] payload, byte[] with) {
        return payload.length >= with.length && Arrays.equals(payload, 0, with.length, with, 0, with.length);
    }
}
