package mirrorlab.mirror;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// A persistent message as it lies in its queue's table on disk.
public record StoredMessage(Message message, boolean delivered) {
    private static final int FORM = 2;
    private static final String PREFIX = "queue/";

    /// The name of a queue's table; no two queues share one.
    public static String table(QueueName queue) {
        return PREFIX + queue.vhost().length() + ":" + queue.vhost() + queue.name();
    }

    public static boolean isTable(String table) {
        return table.startsWith(PREFIX);
    }

    public Bytes encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(message.size() + 96);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            out.writeBoolean(delivered);
            ChannelId channel = message.id().channel();
            out.writeUTF(channel.node().value());
            out.writeLong(channel.incarnation());
            out.writeLong(channel.serial());
            out.writeLong(message.id().sequence());
            out.writeUTF(message.exchange());
            out.writeUTF(message.routingKey());
            out.writeByte(message.priority());
            out.writeLong(message.expiry());
            write(out, message.properties());
            write(out, message.body());
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return Bytes.of(bytes.toByteArray());
    }

    private static void write(DataOutputStream out, Bytes value) throws IOException {
        out.writeInt(value.size());
        out.write(value.array());
    }

    /// @throws IllegalArgumentException the bytes are not a stored message
    public static StoredMessage decode(Bytes value) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value.array()))) {
            if (in.readByte() != FORM) {
                throw new IllegalArgumentException("not a stored message: unknown form");
            }
            boolean delivered = in.readBoolean();
            ChannelId channel = new ChannelId(new NodeName(in.readUTF()), in.readLong(), in.readLong());
            MessageId id = new MessageId(channel, in.readLong());
            String exchange = in.readUTF();
            String routingKey = in.readUTF();
            int priority = in.readUnsignedByte();
            long expiry = in.readLong();
            Bytes properties = read(in);
            return new StoredMessage(
                    new Message(id, exchange, routingKey, true, priority, expiry, properties, read(in)), delivered);
        } catch (IOException e) {
            throw new IllegalArgumentException("not a stored message: it ends too early", e);
        }
    }

    private static Bytes read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IllegalArgumentException("not a stored message: a length of " + length);
        }
        return Bytes.of(in.readNBytes(length));
    }
}
