package mirrorlab.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

class PacketTest {
    private static final List<Packet> PACKETS = List.of(
            new Packet.Greeting(7, 0, 3, 7800, NodeName.of("rabbit1")),
            new Packet.Beat(7, 8, Long.MAX_VALUE),
            new Packet.Farewell(-1, 8));

    private static Packet decode(byte[] bytes) throws MalformedPacketException {
        return Packet.decode(bytes, 0, bytes.length);
    }

    @Test
    void a_packet_is_read_as_it_was_written() throws MalformedPacketException {
        for (Packet packet : PACKETS) {
            assertThat(decode(packet.encode())).isEqualTo(packet);
        }
    }

    @Test
    void frames_are_read_as_they_were_written() throws MalformedPacketException {
        List<byte[]> frames = List.of(new byte[]{1, 2, 3}, new byte[0], new byte[]{4});
        Packet packet = decode(new Packet.Frames(1, 2, 3, frames).encode());
        assertThat(packet).isInstanceOfSatisfying(Packet.Frames.class, read -> {
            assertThat(List.of(read.from(), read.to(), read.sequence())).containsExactly(1L, 2L, 3L);
            assertThat(read.frames()).usingRecursiveComparison().isEqualTo(frames);
        });
    }

    @Test
    void a_frame_longer_than_its_packet_is_refused() {
        byte[] bytes = new Packet.Frames(1, 2, 3, List.of(new byte[10])).encode();
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> decode(cut)).isInstanceOf(MalformedPacketException.class)
                .hasMessage("a frame of 10 bytes stands where 9 bytes are left");
        bytes[Packet.HEADER + Long.BYTES] = (byte) 0x80;
        assertThatThrownBy(() -> decode(bytes)).isInstanceOf(MalformedPacketException.class)
                .hasMessageStartingWith("a frame of -");
    }

    @Test
    void any_bytes_are_read_or_refused() {
        Random random = new Random(11);
        String kinds = "GFBEX";
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) kinds.charAt(random.nextInt(kinds.length()));
            }
            try {
                assertThat(decode(bytes)).isNotNull();
            } catch (MalformedPacketException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }
}
