package mirrorlab.node.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class IdCodersTest {
    private static final NodeName NODE = NodeName.of("rabbit1");
    private static final ChannelId CHANNEL = new ChannelId(NODE, 3, 1L << 40);
    private static final Bytes PROPERTIES = Bytes.of(new byte[]{0x10, 0, 2});
    private static final List<Object> VALUES = List.of(NODE, CHANNEL, new ReplicaId(NodeName.of("rabbit2"), 1, 42),
            new MessageId(CHANNEL, 9), new Interval(CHANNEL, 5, 500),
            new Message(new MessageId(CHANNEL, 9), "amq.topic", "orders.new", true, 200, -1, PROPERTIES,
                    Bytes.of("hello")));

    private final Coders coders = new Coders(List.of());

    private static byte[] written(Coder coder, Object value) {
        ByteWriter out = new ByteWriter();
        coder.write(value, out);
        coder.write(value, out);
        return out.take();
    }

    @Test
    void the_form_is_that_of_any_record() {
        assertThat(VALUES).extracting(Object::getClass).containsExactlyInAnyOrderElementsOf(IdCoders.ALL.keySet());
        for (Object each : VALUES) {
            Coder any = new RecordCoder(each.getClass(), coders);
            Coder own = coders.record(each.getClass());
            byte[] bytes = written(own, each);
            assertThat(bytes).isEqualTo(written(any, each));
            ByteReader in = new ByteReader(bytes);
            assertThat(own.read(in)).isEqualTo(each);
            assertThat(any.read(in)).isEqualTo(each);
            assertThat(in.remaining()).isZero();
        }
    }

    @Test
    void names_that_come_again_are_the_same_objects() {
        Message message = (Message) VALUES.getLast();
        Coder coder = coders.record(Message.class);
        ByteReader in = new ByteReader(written(coder, message));
        Message first = (Message) coder.read(in);
        Message second = (Message) coder.read(in);
        assertThat(second.id().channel()).isSameAs(first.id().channel());
        assertThat(second.properties()).isSameAs(first.properties());
        assertThat(second.routingKey()).isSameAs(first.routingKey());
    }

    @Test
    void what_is_something_else_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> coders.record(ChannelId.class).write("rabbit1", new ByteWriter()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> coders.record(NodeName.class).write(null, new ByteWriter()));
    }
}
