package mirrorlab.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedMessagesTest {
    private static final ChannelId CHANNEL = new ChannelId(new NodeName("rabbit1@localhost"), 1, 1);
    private static final ChannelId OTHER = new ChannelId(new NodeName("rabbit2@localhost"), 1, 1);
    private static final Bytes PROPERTIES = Bytes.of(new byte[]{0x10, 0, 2});

    private static Message small(long sequence) {
        return new Message(new MessageId(CHANNEL, sequence), "", "q", true, PROPERTIES, Bytes.of("twelve bytes"));
    }

    private static PackedMessages packed(List<Message> messages) {
        MessagePacker packer = new MessagePacker();
        messages.forEach(packer::add);
        return packer.pack();
    }

    private static Message any(Random random) {
        return new Message(new MessageId(random.nextBoolean() ? CHANNEL : OTHER, 1 + random.nextInt(3)),
                "e" + random.nextInt(40), "key".repeat(random.nextInt(2)), random.nextBoolean(), random.nextInt(2),
                random.nextInt(3) == 0 ? random.nextLong() : 0, random.nextBoolean() ? PROPERTIES : Bytes.EMPTY,
                Bytes.of("x".repeat(random.nextInt(4) == 0 ? 200 + random.nextInt(100) : random.nextInt(3))));
    }

    @Test
    void what_is_packed_comes_back() {
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            List<Message> messages = new ArrayList<>();
            for (int left = random.nextInt(60); left > 0; left--) {
                messages.add(any(random));
            }
            PackedMessages packed = packed(messages);
            assertThat(packed).containsExactlyElementsOf(messages);
            assertThat(packed.count()).isEqualTo(messages.size());
            assertThat(packed.size()).isEqualTo(messages.stream().mapToLong(Message::size).sum());
            assertThat(packed.bodyBytes()).isEqualTo(messages.stream().mapToLong(each -> each.body().size()).sum());
            assertThat(packed.hasPersistent()).isEqualTo(messages.stream().anyMatch(Message::persistent));
            assertThat(packed.intervals().stream().mapToLong(Interval::count).sum()).isEqualTo(messages.size());
            assertThat(packed).isEqualTo(packed(messages)).hasSameHashCodeAs(packed(messages));
        }
    }

    @Test
    void a_small_message_takes_one_byte_more_than_its_body() {
        List<Message> messages = new ArrayList<>();
        for (int i = 1; i <= 1000; i++) {
            messages.add(small(i));
        }
        PackedMessages packed = packed(messages);
        assertThat(packed.packed().length).isBetween(13_000, 13_050);
        assertThat(packed.intervals()).containsExactly(new Interval(CHANNEL, 1, 1000));
    }

    @Test
    void a_large_body_stays_what_it_is() {
        Bytes large = Bytes.of(new byte[PackedMessages.LARGE]);
        Message message = new Message(new MessageId(CHANNEL, 1), "", "q", true, Bytes.EMPTY, large);
        assertThat(packed(List.of(message)).iterator().next().body()).isSameAs(large);
    }

    @Test
    void other_bytes_are_refused() {
        PackedMessages good = packed(List.of(small(1), small(2), any(new Random(3))));
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = Arrays.copyOf(good.packed(), good.packed().length - random.nextInt(2));
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            try {
                PackedMessages read = new PackedMessages(3, good.channels(), good.names(), good.bodies(), bytes);
                assertThat(read).hasSize(3);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageStartingWith("not packed messages: ");
            }
        }
        assertThatIllegalArgumentException().isThrownBy(
                () -> new PackedMessages(2, good.channels(), good.names(), good.bodies(), good.packed()));
        assertThatIllegalArgumentException().isThrownBy(
                () -> new PackedMessages(1, List.of(CHANNEL), List.of(), List.of(), new byte[]{63}));
    }
}
