package mirrorlab.node.wire;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The records that are in almost every message between nodes, written out by hand: the form is that of {@link RecordCoder}, the
/// price a fifth. Names that come again within a frame are the same objects on the other side, so that a million messages of one
/// channel hold its name once.
final class IdCoders {
    /// For {@link Coders}, by the record's class.
    static final Map<Class<?>, Coder> ALL = Map.of(
            NodeName.class, coder(NodeName.class, IdCoders::node, IdCoders::write),
            ChannelId.class, coder(ChannelId.class, IdCoders::channel, IdCoders::write),
            ReplicaId.class, coder(ReplicaId.class, IdCoders::replica, IdCoders::write),
            MessageId.class, coder(MessageId.class, IdCoders::id, IdCoders::write),
            Interval.class, coder(Interval.class, IdCoders::interval, IdCoders::write),
            Message.class, coder(Message.class, IdCoders::message, IdCoders::write));

    private IdCoders() {}

    private static void write(NodeName node, ByteWriter out) {
        out.writeText(node.value());
    }

    private static NodeName node(ByteReader in) {
        String name = in.readText();
        NodeName last = in.lastNode;
        if (last == null || !last.value().equals(name)) {
            last = new NodeName(name);
            in.lastNode = last;
        }
        return last;
    }

    private static void write(ChannelId channel, ByteWriter out) {
        write(channel.node(), out);
        out.writeLong(channel.incarnation());
        out.writeLong(channel.serial());
    }

    private static ChannelId channel(ByteReader in) {
        NodeName node = node(in);
        long incarnation = in.readLong();
        long serial = in.readLong();
        ChannelId last = in.lastChannel;
        if (last == null || last.serial() != serial || last.incarnation() != incarnation || !last.node().equals(node)) {
            last = new ChannelId(node, incarnation, serial);
            in.lastChannel = last;
        }
        return last;
    }

    private static void write(ReplicaId replica, ByteWriter out) {
        write(replica.node(), out);
        out.writeLong(replica.incarnation());
        out.writeLong(replica.serial());
    }

    private static ReplicaId replica(ByteReader in) {
        NodeName node = node(in);
        long incarnation = in.readLong();
        long serial = in.readLong();
        ReplicaId last = in.lastReplica;
        if (last == null || last.serial() != serial || last.incarnation() != incarnation || !last.node().equals(node)) {
            last = new ReplicaId(node, incarnation, serial);
            in.lastReplica = last;
        }
        return last;
    }

    private static void write(MessageId id, ByteWriter out) {
        write(id.channel(), out);
        out.writeLong(id.sequence());
    }

    private static MessageId id(ByteReader in) {
        ChannelId channel = channel(in);
        return new MessageId(channel, in.readLong());
    }

    private static void write(Interval interval, ByteWriter out) {
        write(interval.channel(), out);
        out.writeLong(interval.first());
        out.writeLong(interval.last());
    }

    private static Interval interval(ByteReader in) {
        ChannelId channel = channel(in);
        long first = in.readLong();
        return new Interval(channel, first, in.readLong());
    }

    private static void write(Message message, ByteWriter out) {
        write(message.id(), out);
        out.writeText(message.exchange());
        out.writeText(message.routingKey());
        out.writeByte(message.persistent() ? 1 : 0);
        out.writeLong(message.priority());
        out.writeLong(message.expiry());
        out.writeBytes(message.properties().array());
        out.writeBytes(message.body().array());
    }

    private static Message message(ByteReader in) {
        MessageId id = id(in);
        String exchange = in.readText();
        String routingKey = in.readText();
        boolean persistent = in.readTruth();
        int priority = in.readInt();
        long expiry = in.readLong();
        Bytes properties = in.readSharedBytes();
        return new Message(id, exchange, routingKey, persistent, priority, expiry, properties,
                in.readBody());
    }

    private static <T> Coder coder(Class<T> type, Function<ByteReader, T> read, BiConsumer<T, ByteWriter> write) {
        return new Coder() {
            @Override
            public void write(@Nullable Object value, ByteWriter out) {
                if (!type.isInstance(value)) {
                    throw new IllegalArgumentException("a " + type.getSimpleName() + " was expected, not " + value);
                }
                write.accept(type.cast(value), out);
            }

            @Override
            public Object read(ByteReader in) {
                return read.apply(in);
            }
        };
    }
}
