package mirrorlab.node.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.PackedMessages;
import org.jspecify.annotations.Nullable;

/// Packed messages as they are: nothing is unpacked to be sent, and nothing packed again on the other side.
record PackedCoder(Coder channels) implements Coder {

    @Override
    public void write(@Nullable Object value, ByteWriter out) {
        if (!(value instanceof PackedMessages messages)) {
            throw new IllegalArgumentException("packed messages were expected, not " + value);
        }
        out.writeUnsigned(messages.count());
        out.writeUnsigned(messages.channels().size());
        messages.channels().forEach(each -> channels.write(each, out));
        out.writeUnsigned(messages.names().size());
        messages.names().forEach(out::writeText);
        out.writeUnsigned(messages.bodies().size());
        messages.bodies().forEach(each -> out.writeBytes(each.array()));
        out.writeBytes(messages.packed());
    }

    @Override
    public Object read(ByteReader in) {
        int count = in.readCount();
        return new PackedMessages(count, all(in, this::channel), all(in, ByteReader::readText),
                all(in, ByteReader::readBody), in.readBytes());
    }

    private ChannelId channel(ByteReader in) {
        if (channels.read(in) instanceof ChannelId channel) {
            return channel;
        }
        throw new IllegalArgumentException("not a channel");
    }

    private static <T> List<T> all(ByteReader in, Function<ByteReader, T> read) {
        int count = in.readCount();
        List<T> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(read.apply(in));
        }
        return List.copyOf(all);
    }
}
