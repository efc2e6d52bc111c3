package mirrorlab.amqp;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A client that says any bytes it is told to, and tells what came back in one line each.
public final class RawClient implements AutoCloseable {
    static final byte[] HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

    public final Socket socket;
    private final DataInputStream in;

    public RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(100_000);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    }

    public static byte[] header() {
        return HEADER.clone();
    }

    public static RawClient greeted(int port) throws IOException {
        return new RawClient(port).send(HEADER).skip();
    }

    public static RawClient tuning(int port) throws IOException {
        return greeted(port).send(startOk("guest", "guest", true)).skip();
    }

    public static RawClient open(int port) throws IOException {
        return tuning(port).send(tuneOk(2047, 131_072, 0)).send(openConnection("/")).skip();
    }

    public static RawClient withChannel(int port) throws IOException {
        return open(port).send(method(1, 20, 10, shortstr(""))).skip();
    }

    public RawClient send(byte[]... parts) throws IOException {
        socket.getOutputStream().write(join(parts));
        return this;
    }

    public RawClient skip() throws IOException {
        next();
        return this;
    }

    /// One frame in words, `closed` when the socket ended.
    public String next() throws IOException {
        try {
            var type = in.readUnsignedByte();
            if (type == 'A') {
                return "header " + hex(in.readNBytes(7));
            }
            var channel = in.readUnsignedShort();
            var payload = in.readNBytes(in.readInt());
            if (in.readUnsignedByte() != 0xCE) {
                return "no frame end";
            }
            return words(type, channel, payload);
        } catch (EOFException | SocketException _) {
            return "closed";
        } catch (SocketTimeoutException _) {
            return "silence";
        }
    }

    private static String words(int type, int channel, byte[] payload) {
        var bytes = ByteBuffer.wrap(payload);
        if (type != 1) {
            return (type == 2 ? "header" : type == 3 ? "body" : type == 8 ? "heartbeat" : "type " + type) + " "
                    + channel + " "
                    + (type == 3 ? new String(payload, StandardCharsets.UTF_8) : hex(payload));
        }
        var classId = bytes.getShort();
        var methodId = bytes.getShort();
        var name = classId + "." + methodId + " on " + channel;
        if (classId == 10 && methodId == 50 || classId == 20 && methodId == 40) {
            var code = bytes.getShort();
            var text = new byte[bytes.get() & 0xFF];
            bytes.get(text);
            return name + ": " + code + " " + new String(text, StandardCharsets.UTF_8) + " (" + bytes.getShort() + ","
                    + bytes.getShort() + ")";
        }
        return name;
    }

    public static String hex(byte[] bytes) {
        return IntStream.range(0, bytes.length).mapToObj(i -> Integer.toString(bytes[i] & 0xFF))
                .collect(Collectors.joining(","));
    }

    public static byte[] startOk(String user, String password, boolean failureClose) {
        return startOk("PLAIN", ("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8), failureClose);
    }

    public static byte[] startOk(String mechanism, byte[] response, boolean failureClose) {
        var capabilities = join(shortstr("authentication_failure_close"), bytes('t', failureClose ? 1 : 0));
        var properties = join(shortstr("capabilities"), bytes('F'), longstr(capabilities));
        return method(0, 10, 11, longstr(properties), shortstr(mechanism), longstr(response), shortstr("en_US"));
    }

    public static byte[] tuneOk(int channelMax, int frameMax, int heartbeat) {
        return method(0, 10, 31, word(channelMax), doubleWord(frameMax), word(heartbeat));
    }

    public static byte[] openConnection(String vhost) {
        return method(0, 10, 40, shortstr(vhost), shortstr(""), bytes(0));
    }

    public static byte[] publish(String routingKey, int bits) {
        return method(1, 60, 40, word(0), shortstr(""), shortstr(routingKey), bytes(bits));
    }

    public static byte[] contentHeader(long size) {
        return contentHeader(60, 0, size, bytes(0, 0));
    }

    public static byte[] contentHeader(int classId, int weight, long size, byte[] properties) {
        return frame(2, 1, join(word(classId), word(weight), doubleWord((int) (size >> 32)), doubleWord((int) size),
                properties), 0xCE);
    }

    public static byte[] body(String text) {
        return frame(3, 1, text.getBytes(StandardCharsets.UTF_8), 0xCE);
    }

    public static byte[] declare(String queue, byte[] table) {
        return method(1, 50, 10, word(0), shortstr(queue), bytes(0), longstr(table));
    }

    public static byte[] method(int channel, int classId, int methodId, byte[]... arguments) {
        return frame(1, channel, join(word(classId), word(methodId), join(arguments)), 0xCE);
    }

    public static byte[] frame(int type, int channel, byte[] payload, int end) {
        return join(bytes(type), word(channel), doubleWord(payload.length), payload, bytes(end));
    }

    public static byte[] bytes(int... values) {
        var bytes = new byte[values.length];
        for (var i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    public static byte[] word(int value) {
        return bytes(value >> 8, value);
    }

    public static byte[] doubleWord(int value) {
        return bytes(value >> 24, value >> 16, value >> 8, value);
    }

    public static byte[] shortstr(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return join(bytes(bytes.length), bytes);
    }

    public static byte[] longstr(byte[] bytes) {
        return join(doubleWord(bytes.length), bytes);
    }

    public static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
