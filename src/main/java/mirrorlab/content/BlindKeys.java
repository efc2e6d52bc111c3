package mirrorlab.content;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;

/// Routing keys of the header BCC, which no client sees, yet a dead letter goes to them again. A stored property list carries
/// them behind its end, marked by a bit of its flags that AMQP leaves unused: the list, a table with the keys, the list's size
/// in 4 bytes. A list without the bit is as the publisher wrote it; nobody outside can set it, see {@link BasicProperties#read}.
public final class BlindKeys {
    private static final int MARK = 1 << 1;
    private static final int FLAGS = 2;
    private static final String NAME = "BCC";

    private BlindKeys() {}

    /// @param list without such keys
    public static Bytes add(Bytes list, List<String> keys) {
        if (keys.isEmpty()) {
            return list;
        }
        FieldWriter table = new FieldWriter();
        table.table(Map.of(NAME, keys));
        table.longSigned(list.size());
        byte[] tail = table.toBytes();
        byte[] all = Arrays.copyOf(list.array(), list.size() + tail.length);
        all[1] |= MARK;
        System.arraycopy(tail, 0, all, list.size(), tail.length);
        return Bytes.of(all);
    }

    /// @throws MalformedContent the list is not what its mark says
    public static List<String> of(Bytes list) {
        if (!isMarked(list)) {
            return List.of();
        }
        int visible = visible(list);
        Object keys = new FieldReader(list.array(), visible, list.size() - Integer.BYTES).table().get(NAME);
        return keys instanceof List<?> all
                ? all.stream().filter(String.class::isInstance).map(String.class::cast).toList()
                : List.of();
    }

    /// The list as clients may see it. Costs next to nothing when nothing is hidden.
    ///
    /// @throws MalformedContent the list is not what its mark says
    public static Bytes without(Bytes list) {
        if (!isMarked(list)) {
            return list;
        }
        byte[] seen = Arrays.copyOf(list.array(), visible(list));
        seen[1] &= ~MARK;
        return Bytes.of(seen);
    }

    private static boolean isMarked(Bytes list) {
        return list.size() >= FLAGS && (list.array()[1] & MARK) != 0;
    }

    private static int visible(Bytes list) {
        int end = list.size() - Integer.BYTES;
        int size = end < FLAGS ? -1 : new FieldReader(list.array(), end, list.size()).longSigned();
        if (size < FLAGS || size > end) {
            throw new MalformedContent("hidden routing keys are marked, but not there");
        }
        return size;
    }
}
