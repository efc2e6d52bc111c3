package mirrorlab.amqp;

import static mirrorlab.amqp.RawClient.HEADER;
import static mirrorlab.amqp.RawClient.body;
import static mirrorlab.amqp.RawClient.bytes;
import static mirrorlab.amqp.RawClient.contentHeader;
import static mirrorlab.amqp.RawClient.declare;
import static mirrorlab.amqp.RawClient.doubleWord;
import static mirrorlab.amqp.RawClient.frame;
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

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import mirrorlab.broker.Input;
import org.junit.jupiter.api.Test;

/// Thousands of damaged conversations: the door goes on serving, and nothing of them stays.
class MutationTest {
    private static final int MUTATIONS = 2000;
    private static final Logger LOG = Logger.getLogger("mirrorlab.amqp");

    @Test
    void damaged_conversations_leave_nothing_behind() throws Exception {
        LOG.setLevel(Level.OFF);
        var valid = conversation();
        var login = join(HEADER, startOk("guest", "guest", true), tuneOk(2047, 131_072, 0), openConnection("/"));
        try (var node = new QueueNode(
                QueueNode.settings().withTimes(60, Duration.ofMinutes(1), Duration.ofMinutes(1)))) {
            for (var seed = 0; seed < MUTATIONS; seed++) {
                var random = new Random(seed);
                var afterLogin = seed % 4 != 0;
                var damaged = afterLogin ? join(login, damage(valid, random)) : damage(join(login, valid), random);
                converse(node.port, damaged);
            }
            node.awaitNoConnections();
            var opened = node.connectionInputs.stream().filter(Input.ConnectionOpened.class::isInstance).count();
            var closed = node.connectionInputs.stream().filter(Input.ConnectionClosed.class::isInstance).count();
            assertThat(opened).isEqualTo(closed).isGreaterThan(MUTATIONS / 2);
            try (var client = RawClient.withChannel(node.port)) {
                client.send(declare("still-here", new byte[0]));
                assertThat(client.next()).isEqualTo("50.11 on 1");
            }
            awaitNoThreads(" node-rabbit1@localhost-amqp-", "accept", "deadlines");
        } finally {
            LOG.setLevel(null);
        }
    }

    /// A thread dump knows virtual threads too.
    private static void awaitNoThreads(String named, String... apartFrom) throws Exception {
        var threads = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        var folder = Files.createTempDirectory("threads");
        var left = List.of("");
        var deadline = System.nanoTime() + Duration.ofSeconds(100).toNanos();
        for (var attempt = 0; System.nanoTime() < deadline && !left.isEmpty(); attempt++) {
            var dump = folder.resolve(attempt + ".txt");
            threads.dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            left = Files.readAllLines(dump).stream().filter(line -> line.contains(named))
                    .filter(line -> Arrays.stream(apartFrom).noneMatch(line::contains)).toList();
            Files.delete(dump);
        }
        Files.delete(folder);
        assertThat(left).isEmpty();
    }

    private static void converse(int port, byte[] words) throws IOException {
        try (var client = new RawClient(port)) {
            client.send(words);
            client.socket.shutdownOutput();
            var answer = "";
            while (!answer.equals("closed")) {
                answer = client.next();
                assertThat(answer).isNotEqualTo("silence").isNotEqualTo("no frame end");
            }
        } catch (java.net.SocketException _) {
            // the door closed first: as good as any answer
        }
    }

    private static byte[] conversation() {
        var table = join(shortstr("x-max-length"), bytes('I'), doubleWord(100), shortstr("inner"), bytes('F'),
                longstr(join(shortstr("list"), bytes('A'), longstr(bytes('t', 1, 'V')))));
        var properties = join(bytes(0x38, 0), longstr(join(shortstr("h"), bytes('S'), longstr(bytes('v')))),
                bytes(2, 0));
        return join(method(1, 20, 10, shortstr("")), declare("q", table), method(1, 85, 10, bytes(0)), publish("q", 0),
                contentHeader(60, 0, 5, properties), body("he"), body("llo"), frame(8, 0, bytes(), 0xCE),
                publish("q", 1),
                contentHeader(0), method(1, 60, 10, doubleWord(0), word(10), bytes(0)),
                method(1, 60, 70, word(0), shortstr("q"), bytes(0)),
                method(1, 60, 80, doubleWord(0), doubleWord(1), bytes(0)),
                method(1, 60, 20, word(0), shortstr("q"), shortstr("c"), bytes(2), longstr(bytes())),
                method(1, 60, 30, shortstr("c"), bytes(0)), method(1, 50, 30, word(0), shortstr("q"), bytes(0)),
                method(1, 50, 40, word(0), shortstr("q"), bytes(0)),
                method(1, 20, 40, word(200), shortstr("bye"), doubleWord(0)),
                method(0, 10, 50, word(200), shortstr("bye"), doubleWord(0)));
    }

    private static byte[] damage(byte[] valid, Random random) {
        var damaged = valid.clone();
        for (var i = random.nextInt(4); i >= 0; i--) {
            damaged = damageOnce(damaged, random);
        }
        return damaged;
    }

    private static byte[] damageOnce(byte[] valid, Random random) {
        var at = random.nextInt(valid.length);
        var to = Math.min(valid.length, at + 1 + random.nextInt(20));
        return switch (random.nextInt(5)) {
            case 0 -> Arrays.copyOf(valid, Math.max(1, at));
            case 1 -> join(Arrays.copyOf(valid, at), Arrays.copyOfRange(valid, to, valid.length), bytes(0));
            case 2 -> join(Arrays.copyOf(valid, to), Arrays.copyOfRange(valid, at, valid.length));
            case 3 -> with(valid, at, 255);
            default -> with(valid, at, random.nextInt(256));
        };
    }

    private static byte[] with(byte[] valid, int at, int value) {
        var changed = valid.clone();
        changed[at] = (byte) value;
        return changed;
    }
}
