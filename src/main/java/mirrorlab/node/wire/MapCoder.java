package mirrorlab.node.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A map: the count, then keys and values in turn. Read as an unmodifiable map in the order that was written, or as a
/// sorted one.
record MapCoder(Coder key, Coder value, boolean sorted) implements Coder {

    @Override
    public void write(@Nullable Object written, ByteWriter out) {
        if (!(written instanceof Map<?, ?> all)) {
            throw new IllegalArgumentException("a map was expected, not " + written);
        }
        out.writeUnsigned(all.size());
        all.forEach((each, its) -> {
            key.write(each, out);
            value.write(its, out);
        });
    }

    @Override
    public Object read(ByteReader in) {
        in.enter();
        int count = in.readCount();
        Map<@Nullable Object, @Nullable Object> all = sorted ? new TreeMap<>() : new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            all.put(key.read(in), value.read(in));
        }
        in.leave();
        return sorted ? all : Collections.unmodifiableMap(all);
    }
}
