package mirrorlab.vocabulary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Packs messages one after the other. The same messages in the same order make equal packs.
public final class MessagePacker {
    /// Among the names and channels, so many of the last are looked through before one is written again.
    private static final int LOOKED_THROUGH = 16;
    private final List<ChannelId> channels = new ArrayList<>(1);
    private final List<String> names = new ArrayList<>(2);
    private final List<Bytes> bodies = new ArrayList<>(0);
    private byte[] packed = new byte[512];
    private int at;
    private int count;
    private int length;
    private @Nullable Message last;

    public int count() {
        return count;
    }

    public void add(Message message) {
        Message before = last;
        last = message;
        count++;
        int place = at;
        octet(0);
        int flags = before == null ? 0 : same(before, message);
        if ((flags & PackedMessages.NEXT) == 0) {
            number(index(channels, message.id().channel()));
            number(message.id().sequence());
        }
        if ((flags & PackedMessages.SAME_ROUTE) == 0) {
            number(index(names, message.exchange()));
            number(index(names, message.routingKey()));
        }
        if ((flags & PackedMessages.SAME_KIND) == 0) {
            octet(message.persistent() ? 1 : 0);
            number(message.priority());
            number(message.expiry());
        }
        if ((flags & PackedMessages.SAME_PROPERTIES) == 0) {
            number(message.properties().size());
            bytes(message.properties().array());
        }
        flags |= body(message.body(), before == null);
        packed[place] = (byte) flags;
    }

    private static int same(Message before, Message message) {
        int flags = 0;
        if (before.id().sequence() + 1 == message.id().sequence()
                && before.id().channel().equals(message.id().channel())) {
            flags |= PackedMessages.NEXT;
        }
        if (before.exchange().equals(message.exchange()) && before.routingKey().equals(message.routingKey())) {
            flags |= PackedMessages.SAME_ROUTE;
        }
        if (before.persistent() == message.persistent() && before.priority() == message.priority()
                && before.expiry() == message.expiry()) {
            flags |= PackedMessages.SAME_KIND;
        }
        if (before.properties().equals(message.properties())) {
            flags |= PackedMessages.SAME_PROPERTIES;
        }
        return flags;
    }

    private int body(Bytes body, boolean first) {
        if (body.size() >= PackedMessages.LARGE || !body.isInMemory()) {
            bodies.add(body);
            return PackedMessages.OUTSIDE;
        }
        int flag = !first && body.size() == length ? PackedMessages.SAME_LENGTH : 0;
        if (flag == 0) {
            length = body.size();
            number(length);
        }
        bytes(body.array());
        return flag;
    }

    private static <T> int index(List<T> all, T one) {
        for (int i = all.size() - 1; i >= Math.max(0, all.size() - LOOKED_THROUGH); i--) {
            if (all.get(i).equals(one)) {
                return i;
            }
        }
        all.add(one);
        return all.size() - 1;
    }

    private void octet(int value) {
        ensure(1);
        packed[at++] = (byte) value;
    }

    private void number(long value) {
        ensure(10);
        long left = value;
        while ((left & ~0x7FL) != 0) {
            packed[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        packed[at++] = (byte) left;
    }

    private void bytes(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, packed, at, bytes.length);
        at += bytes.length;
    }

    private void ensure(int more) {
        if (packed.length - at < more) {
            packed = Arrays.copyOf(packed, Math.max(packed.length * 2, at + more));
        }
    }

    /// What was added; begins anew.
    public PackedMessages pack() {
        PackedMessages all = new PackedMessages(count, List.copyOf(channels), List.copyOf(names), List.copyOf(bodies),
                Arrays.copyOf(packed, at));
        channels.clear();
        names.clear();
        bodies.clear();
        at = 0;
        count = 0;
        length = 0;
        last = null;
        return all;
    }
}
