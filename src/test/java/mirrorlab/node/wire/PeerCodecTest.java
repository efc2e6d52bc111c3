package mirrorlab.node.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PeerCodecTest {
    private static final ChannelId CHANNEL = new ChannelId(NodeName.of("rabbit1"), 3, 7);
    private static final ReplicaId REPLICA = new ReplicaId(NodeName.of("rabbit2"), 1, 42);
    private static final Message MESSAGE = new Message(new MessageId(CHANNEL, 9), "", "orders", true,
            Bytes.of(new byte[]{0x10, 0, 2}), Bytes.of("hello"));

    sealed interface Talk extends PeerMessage {}

    record Stream(ReplicaId to, long epoch, List<Operation> operations) implements Talk {}

    record Ping() implements Talk {}

    record Wrapped(PeerMessage inner, List<Ping> pings) implements Talk {}

    record Odds(@Nullable String text, int number, double real, boolean truth, Colour colour, MessageSet messages,
            List<@Nullable Long> longs, Map<QueueName, ReplicaId> masters, Map<String, Object> table,
            List<StoreOperation> operations) implements Talk {}

    record Wrong(Thread thread) implements Talk {}

    sealed interface Operation {}

    record Publish(long position, Message message) implements Operation {}

    record Drop(long position) implements Operation {}

    enum Colour {
        RED, GREEN
    }

    private final PeerCodec codec = new PeerCodec(List.of(Talk.class));

    private List<PeerMessage> thereAndBack(PeerMessage... messages) {
        PeerCodec.Writer writer = codec.writer();
        Arrays.stream(messages).forEach(writer::add);
        PeerCodec.Frame frame = codec.read(writer.take(0x1234_5678_9ABCL));
        assertThat(frame.clock()).isEqualTo(0x1234_5678_9ABCL);
        assertThat(writer.isEmpty()).isTrue();
        return frame.messages();
    }

    @Test
    void messages_come_back_equal_and_in_order() {
        PeerMessage stream = new Stream(REPLICA, 5, List.of(new Publish(1, MESSAGE), new Drop(-1)));
        PeerMessage odds = odds();
        PeerMessage wrapped = new Wrapped(stream, List.of(new Ping(), new Ping()));
        assertThat(thereAndBack(stream, odds, new Ping(), wrapped)).containsExactly(stream, odds, new Ping(), wrapped);
    }

    private static Odds odds() {
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("x-max-length", 5L);
        table.put("large", BigInteger.TEN.pow(30));
        table.put("nothing", null);
        table.put("list", List.of(1, "two", Map.of("three", 3.0)));
        return new Odds(null, Integer.MIN_VALUE, -0.5, true, Colour.GREEN, MessageSet.of(MESSAGE.id()),
                Arrays.asList(Long.MIN_VALUE, null, Long.MAX_VALUE), Map.of(QueueName.of("orders"), REPLICA), table,
                List.of(new StoreOperation.Put("queue/1", 4, Bytes.EMPTY), new StoreOperation.Drop("queue/2")));
    }

    @Test
    void a_text_is_spelled_once_in_a_frame() {
        PeerCodec.Writer writer = codec.writer();
        writer.add(new Stream(REPLICA, 5, List.of(new Publish(1, MESSAGE))));
        int first = writer.size();
        writer.add(new Stream(REPLICA, 5, List.of(new Publish(1, MESSAGE))));
        assertThat(writer.size() - first).isLessThan(40);
    }

    @Test
    void a_megabyte_travels() {
        Message large = new Message(MESSAGE.id(), "", "orders", false, Bytes.EMPTY, Bytes.of(new byte[1 << 20]));
        PeerMessage stream = new Stream(REPLICA, 1, List.of(new Publish(1, large)));
        assertThat(thereAndBack(stream)).containsExactly(stream);
    }

    @Test
    void every_damaged_frame_is_an_illegal_argument_or_another_frame() {
        PeerCodec.Writer writer = codec.writer();
        writer.add(new Stream(REPLICA, 5, List.of(new Publish(1, MESSAGE), new Drop(2))));
        writer.add(odds());
        byte[] frame = writer.take(1);
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = Arrays.copyOf(frame, random.nextInt(4) == 0 ? random.nextInt(frame.length) : frame.length);
            for (int j = random.nextInt(4); j >= 0 && damaged.length > 0; j--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                codec.read(damaged);
            } catch (IllegalArgumentException expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void what_is_wrong_is_said() {
        assertThatIllegalArgumentException().isThrownBy(() -> codec.read(new byte[5]))
                .withMessageContaining("ends after 5");
        assertThatIllegalArgumentException().isThrownBy(() -> codec.read(new byte[]{0, 0, 0, 0, 0, 0, 0, 0, 99}))
                .withMessage("PeerMessage has no kind 99");
        assertThatIllegalArgumentException().isThrownBy(() -> codec.read(new byte[PeerCodec.MAXIMUM_FRAME + 1]))
                .withMessageContaining("at most");
        assertThatIllegalArgumentException().isThrownBy(codec::check)
                .withMessageContaining("Wrong.thread has the type class java.lang.Thread");
        assertThatIllegalArgumentException().isThrownBy(() -> new PeerCodec(List.of(PeerMessage.class)))
                .withMessageContaining("neither a record nor sealed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.writer().add(new Stream(null, 5, List.of())))
                .withMessageContaining("ReplicaId was expected");
    }
}
