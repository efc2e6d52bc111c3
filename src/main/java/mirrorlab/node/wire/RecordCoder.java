package mirrorlab.node.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/// A record as its components in order. Looks at the record when it is first used, because a node that starts should
/// not pay for messages that it does not send.
final class RecordCoder implements Coder {
    private final Class<?> type;
    private final Coders coders;
    private volatile @Nullable Parts parts;

    private record Parts(Coder[] components, MethodHandle[] accessors, MethodHandle constructor) {}

    RecordCoder(Class<?> type, Coders coders) {
        this.type = type;
        this.coders = coders;
    }

    @Override
    public void write(@Nullable Object value, ByteWriter out) {
        if (value == null || value.getClass() != type) {
            throw new IllegalArgumentException("a " + type.getSimpleName() + " was expected, not " + value);
        }
        Parts known = parts();
        if (known.components.length == 0) {
            out.writeByte(0);
        }
        for (int i = 0; i < known.components.length; i++) {
            known.components[i].write(component(known.accessors[i], value), out);
        }
    }

    private static @Nullable Object component(MethodHandle accessor, Object value) {
        try {
            return accessor.invokeExact(value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the accessor of a record's component failed", e);
        }
    }

    @Override
    public @Nullable Object read(ByteReader in) {
        Parts known = parts();
        in.enter();
        if (known.components.length == 0) {
            in.readByte();
        }
        @Nullable
        Object[] values = new @Nullable Object[known.components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = known.components[i].read(in);
        }
        in.leave();
        try {
            return known.constructor.invokeExact(values);
        } catch (IllegalArgumentException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException("not a possible " + type.getSimpleName() + ": " + e, e);
        }
    }

    /// @throws IllegalArgumentException
    ///             a component has a type that cannot be written
    void check() {
        parts();
    }

    private Parts parts() {
        Parts known = parts;
        if (known == null) {
            known = inspect();
            parts = known;
        }
        return known;
    }

    private Parts inspect() {
        RecordComponent[] components = type.getRecordComponents();
        Coder[] found = new Coder[components.length];
        MethodHandle[] accessors = new MethodHandle[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                found[i] = coders.of(components[i].getAnnotatedType(),
                        type.getSimpleName() + "." + components[i].getName());
                components[i].getAccessor().setAccessible(true);
                accessors[i] = MethodHandles.lookup().unreflect(components[i].getAccessor())
                        .asType(MethodType.methodType(Object.class, Object.class));
            }
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            MethodHandle spread = MethodHandles.lookup().unreflectConstructor(constructor)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            return new Parts(found, accessors, spread);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the record " + type.getName() + " cannot be inspected", e);
        }
    }
}
