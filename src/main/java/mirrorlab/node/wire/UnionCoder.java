package mirrorlab.node.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One of several records: its number in order of declaration, then the record.
final class UnionCoder implements Coder {
    private final String name;
    private final List<Coder> coders = new ArrayList<>();
    private final Map<Class<?>, Integer> numbers = new HashMap<>();

    /// @param roots
    ///            sealed interfaces, or records
    UnionCoder(String name, List<? extends Class<?>> roots, Coders coders) {
        this.name = name;
        roots.forEach(each -> add(each, coders));
    }

    private void add(Class<?> type, Coders known) {
        if (type.isRecord()) {
            if (numbers.putIfAbsent(type, coders.size()) == null) {
                coders.add(known.record(type));
            }
        } else if (type.isSealed()) {
            for (Class<?> each : type.getPermittedSubclasses()) {
                add(each, known);
            }
        } else {
            throw new IllegalArgumentException(type.getName() + " is neither a record nor sealed");
        }
    }

    /// Inspects every record now.
    void check() {
        for (Coder each : coders) {
            if (each instanceof RecordCoder record) {
                record.check();
            }
        }
    }

    @Override
    public void write(@Nullable Object value, ByteWriter out) {
        Integer number = value == null ? null : numbers.get(value.getClass());
        if (number == null) {
            throw new IllegalArgumentException("not a kind of " + name + ": " + value);
        }
        out.writeUnsigned(number);
        coders.get(number).write(value, out);
    }

    @Override
    public @Nullable Object read(ByteReader in) {
        long number = in.readUnsigned();
        if (number < 0 || number >= coders.size()) {
            throw new IllegalArgumentException(name + " has no kind " + Long.toUnsignedString(number));
        }
        return coders.get((int) number).read(in);
    }
}
