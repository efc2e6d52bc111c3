package mirrorlab.mirror;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// A persistent message as it lies in its queue's table on disk. Texts are UTF-8 with their length in two bytes before them.
public record StoredMessage(Message message, boolean delivered) {
    private static final byte FORM = 3;
    private static final String PREFIX = "queue/";
    /// Everything but texts, properties and body.
    private static final int FIXED = 2 + 3 * Short.BYTES + 4 * Long.BYTES + 1 + 2 * Integer.BYTES;
    private static final int LONGEST_TEXT = (1 << Short.SIZE) - 1;

    /// The name of a queue's table; no two queues share one.
    public static String table(QueueName queue) {
        return PREFIX + queue.vhost().length() + ":" + queue.vhost() + queue.name();
    }

    public static boolean isTable(String table) {
        return table.startsWith(PREFIX);
    }

    public Bytes encode() {
        ChannelId channel = message.id().channel();
        byte[] node = text(channel.node().value());
        byte[] exchange = text(message.exchange());
        byte[] routingKey = text(message.routingKey());
        byte[] properties = message.properties().array();
        byte[] body = message.body().array();
        byte[] all = new byte[FIXED + node.length + exchange.length + routingKey.length + properties.length
                + body.length];
        ByteBuffer out = ByteBuffer.wrap(all);
        out.put(FORM).put((byte) (delivered ? 1 : 0));
        out.putShort((short) node.length).put(node).putLong(channel.incarnation()).putLong(channel.serial());
        out.putLong(message.id().sequence());
        out.putShort((short) exchange.length).put(exchange).putShort((short) routingKey.length).put(routingKey);
        out.put((byte) message.priority()).putLong(message.expiry());
        out.putInt(properties.length).put(properties).putInt(body.length).put(body);
        return Bytes.of(all);
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST_TEXT) {
            throw new IllegalArgumentException("a name of " + bytes.length + " bytes; at most " + LONGEST_TEXT
                    + " can be stored");
        }
        return bytes;
    }

    /// @throws IllegalArgumentException the bytes are not a stored message
    public static StoredMessage decode(Bytes value) {
        ByteBuffer in = ByteBuffer.wrap(value.array());
        try {
            if (in.get() != FORM) {
                throw new IllegalArgumentException("not a stored message: unknown form");
            }
            boolean delivered = in.get() != 0;
            ChannelId channel = new ChannelId(new NodeName(text(in)), in.getLong(), in.getLong());
            MessageId id = new MessageId(channel, in.getLong());
            String exchange = text(in);
            String routingKey = text(in);
            int priority = in.get() & 0xFF;
            long expiry = in.getLong();
            Bytes properties = read(in, in.getInt());
            return new StoredMessage(new Message(id, exchange, routingKey, true, priority, expiry, properties,
                    read(in, in.getInt())), delivered);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("not a stored message: it ends too early", e);
        }
    }

    private static String text(ByteBuffer in) {
        return read(in, in.getShort() & LONGEST_TEXT).text();
    }

    private static Bytes read(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("not a stored message: a length of " + length);
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return Bytes.of(bytes);
    }
}
