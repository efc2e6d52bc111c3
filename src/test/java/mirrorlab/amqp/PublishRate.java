package mirrorlab.amqp;

import static mirrorlab.amqp.RawClient.body;
import static mirrorlab.amqp.RawClient.bytes;
import static mirrorlab.amqp.RawClient.contentHeader;
import static mirrorlab.amqp.RawClient.join;
import static mirrorlab.amqp.RawClient.method;
import static mirrorlab.amqp.RawClient.publish;

import java.io.DataInputStream;
import java.util.Collections;

/// Measures by hand: `main` publishes with confirms through a door to a queue that nobody empties, in groups of 1,000
/// with 1,000 in flight.
final class PublishRate {
    private static final int GROUP = 500;

    private PublishRate() {}

    public static void main(String[] arguments) throws Exception {
        var count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        try (var node = new QueueNode(QueueNode.settings()); var client = RawClient.withChannel(node.port)) {
            client.send(method(1, 85, 10, bytes(0))).skip();
            var one = join(publish("nowhere", 0), contentHeader(60, 0, 12, bytes(0x10, 0, 1)), body("twelve bytes"));
            var group = join(Collections.nCopies(GROUP, one).toArray(byte[][]::new));
            var in = new DataInputStream(new java.io.BufferedInputStream(client.socket.getInputStream(), 65_536));
            var cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
            var start = System.nanoTime();
            var confirmed = 0L;
            for (var sent = 0L; confirmed < count;) {
                while (sent < count && sent - confirmed <= GROUP) {
                    client.send(group);
                    sent += GROUP;
                }
                in.readNBytes(11);
                confirmed = in.readLong();
                in.readNBytes(2);
            }
            var seconds = (System.nanoTime() - start) / 1e9;
            var used = ProcessHandle.current().info().totalCpuDuration().orElseThrow().minus(cpu).toMillis() / 1e3;
            System.err.printf("%,.0f confirmed publishes a second, %,.0f per second of processor time%n",
                    count / seconds,
                    count / used);
        }
    }
}
