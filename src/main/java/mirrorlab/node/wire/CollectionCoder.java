package mirrorlab.node.wire;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A list or a set: the count, then the elements. Read as an unmodifiable collection in the order that was written.
record CollectionCoder(Coder element, Function<List<Object>, Object> finish) implements Coder {

    @Override
    public void write(@Nullable Object value, ByteWriter out) {
        if (!(value instanceof Collection<?> all)) {
            throw new IllegalArgumentException("a collection was expected, not " + value);
        }
        out.writeUnsigned(all.size());
        for (Object each : all) {
            element.write(each, out);
        }
    }

    @Override
    public Object read(ByteReader in) {
        in.enter();
        @Nullable
        Object[] all = new @Nullable Object[in.readCount()];
        for (int i = 0; i < all.length; i++) {
            all[i] = element.read(in);
        }
        in.leave();
        return finish.apply(Collections.unmodifiableList(Arrays.asList(all)));
    }
}
