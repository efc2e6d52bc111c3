package mirrorlab.amqp.contract;

import static mirrorlab.amqp.RawClient.body;
import static mirrorlab.amqp.RawClient.bytes;
import static mirrorlab.amqp.RawClient.contentHeader;
import static mirrorlab.amqp.RawClient.doubleWord;
import static mirrorlab.amqp.RawClient.join;
import static mirrorlab.amqp.RawClient.longstr;
import static mirrorlab.amqp.RawClient.method;
import static mirrorlab.amqp.RawClient.openConnection;
import static mirrorlab.amqp.RawClient.publish;
import static mirrorlab.amqp.RawClient.shortstr;
import static mirrorlab.amqp.RawClient.startOk;
import static mirrorlab.amqp.RawClient.tuneOk;
import static mirrorlab.amqp.RawClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import mirrorlab.amqp.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/// Valid conversations with damage, after the handshake, on many connections at a time; some are cut in the middle of a
/// frame. Afterwards the node serves, nothing was thrown, and the heap is as before. Every run with one seed says the same:
/// `-Dfuzz.mutations=100000` how often, `-Dfuzz.seed=1`.
@DisabledIfSystemProperty(named = "broker", matches = ".+")
class FuzzTest {
    private static final int MUTATIONS = Integer.getInteger("fuzz.mutations", 100_000);
    private static final long SEED = Long.getLong("fuzz.seed", 1);
    private static final int TALKERS = 16;
    /// One in so many breaks the framing, which takes a new connection.
    private static final int BREAKS = 24;
    private static final int PATIENCE_MILLIS = 120_000;
    private static final int BODY_BYTES_MAX = 4_000;
    private static final long HEAP_GROWTH_MAX = 48L << 20;
    private static final byte[] HELLO = join(RawClient.header(), startOk("guest", "guest", true),
            tuneOk(2047, 131_072, 0),
            openConnection("/"), method(1, 20, 10, shortstr("")), method(2, 20, 10, shortstr("")));
    private static final byte[] PING = method(2, 60, 10, doubleWord(0), word(0), bytes(0));

    private final Queue<String> thrown = new ConcurrentLinkedQueue<>();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    @Test
    @Timeout(900)
    void node_outlives_a_hundred_thousand_damaged_conversations() throws Exception {
        Listening listening = new Listening();
        Logger root = Logger.getLogger("");
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Handler[] others = root.getHandlers();
        Arrays.stream(others).forEach(root::removeHandler); // each connection's error is a line
        root.addHandler(listening);
        Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> thrown.add(thread.getName() + ": " + fault));
        try (LabBroker node = LabBroker.oneNode(); var talkers = Executors.newVirtualThreadPerTaskExecutor()) {
            talkAll(node.port(), 2_000, SEED - 1, talkers); // classes are loaded, buffers have their size
            long heapBefore = heap(node);
            talkAll(node.port(), MUTATIONS, SEED, talkers);
            serves(node);
            assertThat(heap(node) - heapBefore).as("bytes by which the heap grew").isLessThan(HEAP_GROWTH_MAX);
            assertThat(thrown).isEmpty();
            assertThat(connections.get()).isGreaterThan(MUTATIONS / 100);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
            root.removeHandler(listening);
            Arrays.stream(others).forEach(root::addHandler);
        }
    }

    private void talkAll(int port, int mutations, long seed, java.util.concurrent.ExecutorService talkers)
            throws Exception {
        done.set(0);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < TALKERS; i++) {
            Random random = new Random(seed * TALKERS + i);
            InetAddress from = InetAddress.getByAddress(new byte[]{127, 0, 0, (byte) (i + 2)});
            all.add(talkers.submit(() -> {
                talk(port, from, mutations / TALKERS, random);
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get(800, TimeUnit.SECONDS);
        }
        assertThat(done.get()).isEqualTo(mutations / TALKERS * TALKERS);
    }

    private void talk(int port, InetAddress from, int mutations, Random random) throws IOException {
        int left = mutations;
        while (left > 0) {
            connections.incrementAndGet();
            try (Socket socket = new Socket()) {
                socket.bind(new InetSocketAddress(from, 0));
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(PATIENCE_MILLIS);
                Frames frames = new Frames(socket);
                socket.getOutputStream().write(HELLO);
                boolean open = true;
                while (open && left > 0) {
                    open = say(socket, frames, random);
                    left--;
                    done.incrementAndGet();
                }
                socket.setSoLinger(true, 0); // nothing of it waits in the kernel
            } catch (java.net.SocketException e) {
                left--; // the node had enough and closed first: counted as said
                done.incrementAndGet();
            }
        }
    }

    /// Says one damaged piece. Most keep the frame around the damage, so that the words are read; few break the framing, and
    /// then the connection is cut at once.
    private boolean say(Socket socket, Frames frames, Random random) throws IOException {
        byte[] piece = PIECES.get(random.nextInt(PIECES.size()));
        if (random.nextInt(BREAKS) == 0) {
            byte[] damaged = Damage.bytes(piece, random);
            socket.getOutputStream().write(damaged, 0, 1 + random.nextInt(damaged.length));
            socket.shutdownOutput();
            frames.untilClosed();
            return false;
        }
        socket.getOutputStream().write(join(Damage.inside(piece, random), PING));
        return frames.untilAnswered();
    }

    private static void serves(LabBroker node) throws Exception {
        try (Connection connection = node.connect(); Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            String queue = channel.queueDeclare().getQueue();
            channel.basicPublish("", queue, null, new byte[BODY_BYTES_MAX]);
            channel.waitForConfirmsOrDie(30_000);
            assertThat(channel.basicGet(queue, true).getBody()).hasSize(BODY_BYTES_MAX);
        }
    }

    /// Used bytes when the node has let go what it can.
    private static long heap(LabBroker node) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            serves(node);
            System.gc();
            least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private static final List<byte[]> PIECES = pieces();

    private static List<byte[]> pieces() {
        byte[] table = join(shortstr("x-max-length"), bytes('I'), doubleWord(100), shortstr("inner"), bytes('F'),
                longstr(join(shortstr("list"), bytes('A'), longstr(bytes('t', 1, 'V')))));
        byte[] properties = join(bytes(0x38, 0), longstr(join(shortstr("h"), bytes('S'), longstr(new byte[3]))),
                bytes(2, 0));
        byte[] publish = join(publish("fuzz", 0), contentHeader(60, 0, 5, properties),
                body("hello"));
        byte[] open = method(1, 20, 10, shortstr(""));
        return List.of(method(1, 50, 10, word(0), shortstr("fuzz"), bytes(8), longstr(table)), publish,
                join(publish("nowhere", 1), contentHeader(0)),
                method(1, 85, 10, bytes(0)),
                method(1, 60, 10, doubleWord(0), word(10), bytes(0)),
                method(1, 60, 70, word(0), shortstr("fuzz"), bytes(0)),
                method(1, 60, 80, doubleWord(0), doubleWord(1), bytes(0)),
                method(1, 60, 120, doubleWord(0), doubleWord(0), bytes(3)),
                method(1, 60, 20, word(0), shortstr("fuzz"), shortstr("c"), bytes(2), longstr(new byte[0])),
                method(1, 60, 30, shortstr("c"), bytes(0)), method(1, 50, 30, word(0), shortstr("fuzz"), bytes(0)),
                method(1, 50, 40, word(0), shortstr("fuzz"), bytes(0)),
                method(1, 40, 10, word(0), shortstr("fuzz-x"), shortstr("topic"), bytes(4), longstr(new byte[0])),
                method(1, 50, 20, word(0), shortstr("fuzz"), shortstr("amq.topic"), shortstr("a.#"), bytes(0),
                        longstr(table)),
                method(1, 40, 20, word(0), shortstr("fuzz-x"), bytes(0)), method(1, 90, 10), method(1, 90, 20),
                method(1, 60, 110, bytes(1)),
                join(method(1, 20, 40, word(200), shortstr("bye"), doubleWord(0)), open),
                method(0, 10, 50, word(200), shortstr("bye"), doubleWord(0)));
    }

    /// Takes what is an error of this program. That a client broke its connection is none.
    private final class Listening extends Handler {
        @Override
        public void publish(LogRecord line) {
            Throwable fault = line.getThrown();
            if (fault != null && !(fault instanceof IOException)) {
                thrown.add(line.getLoggerName() + ": " + line.getMessage() + " " + fault);
            }
        }

        @Override
        public void flush() {
            // it keeps nothing back
        }

        @Override
        public void close() {
            // it holds nothing
        }
    }
}
