package mirrorlab.node.wire;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.PackedMessages;
import org.jspecify.annotations.Nullable;

/// Finds the coder for a declared type.
final class Coders {
    private final Map<Class<?>, Coder> records = new ConcurrentHashMap<>();
    private final Map<Class<?>, UnionCoder> unions = new ConcurrentHashMap<>();
    private final Coder text = coder(ByteReader::readText, (value, out) -> out.writeText((String) value));
    private final Coder bytes = coder(in -> Bytes.of(in.readBytes()),
            (value, out) -> out.writeBytes(((Bytes) value).array()));
    private final Coder int64 = coder(ByteReader::readLong, (value, out) -> out.writeLong((Long) value));
    private final Coder int32 = coder(ByteReader::readInt, (value, out) -> out.writeLong((Integer) value));
    private final Coder real = coder(in -> Double.longBitsToDouble(in.readFixed()),
            (value, out) -> out.writeFixed(Double.doubleToRawLongBits((Double) value)));
    private final Coder truth = coder(ByteReader::readTruth, (value, out) -> out.writeByte((Boolean) value ? 1 : 0));
    private final Coder messageSet = messageSet();
    private final Coder packed = new PackedCoder(record(ChannelId.class));

    /// @param roots
    ///            what a component declared as {@link PeerMessage} may hold
    Coders(List<? extends Class<? extends PeerMessage>> roots) {
        unions.put(PeerMessage.class, new UnionCoder("PeerMessage", roots, this));
    }

    UnionCoder messages() {
        return union(PeerMessage.class);
    }

    Coder record(Class<?> type) {
        return records.computeIfAbsent(type,
                each -> IdCoders.ALL.getOrDefault(each, new RecordCoder(each, this)));
    }

    private UnionCoder union(Class<?> type) {
        UnionCoder known = unions.get(type);
        if (known == null) {
            known = new UnionCoder(type.getSimpleName(), List.of(type), this);
            unions.put(type, known);
        }
        return known;
    }

    /// @param where
    ///            for the message when the type cannot be written
    Coder of(AnnotatedType type, String where) {
        Coder coder = ofType(type, where);
        return type.isAnnotationPresent(Nullable.class) ? nullable(coder) : coder;
    }

    private Coder ofType(AnnotatedType annotated, String where) {
        Type type = annotated.getType();
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw
                && annotated instanceof AnnotatedParameterizedType parameterized) {
            AnnotatedType[] arguments = parameterized.getAnnotatedActualTypeArguments();
            if (List.class.isAssignableFrom(raw)) {
                return new CollectionCoder(of(arguments[0], where), all -> all);
            } else if (Set.class.isAssignableFrom(raw)) {
                boolean sorted = SortedSet.class.isAssignableFrom(raw);
                return new CollectionCoder(of(arguments[0], where), all -> sorted
                        ? new TreeSet<>(all)
                        : Collections.unmodifiableSet(new LinkedHashSet<>(all)));
            } else if (Map.class.isAssignableFrom(raw)) {
                return new MapCoder(of(arguments[0], where), of(arguments[1], where),
                        SortedMap.class.isAssignableFrom(raw));
            }
        }
        return type instanceof Class<?> plain ? ofClass(plain, where) : unknown(type, where);
    }

    private Coder ofClass(Class<?> type, String where) {
        if (type == String.class) {
            return text;
        } else if (type == Bytes.class) {
            return bytes;
        } else if (type == MessageSet.class) {
            return messageSet;
        } else if (type == PackedMessages.class) {
            return packed;
        } else if (type == long.class || type == Long.class) {
            return int64;
        } else if (type == int.class || type == Integer.class) {
            return int32;
        } else if (type == double.class || type == Double.class) {
            return real;
        } else if (type == boolean.class || type == Boolean.class) {
            return truth;
        } else if (type == Object.class) {
            return ValueCoder.ANY;
        } else if (type.isEnum()) {
            return ofEnum(type);
        } else if (type.isRecord()) {
            return record(type);
        } else if (type.isSealed() || type == PeerMessage.class) {
            return union(type);
        }
        return unknown(type, where);
    }

    private static Coder unknown(Type type, String where) {
        throw new IllegalArgumentException(where + " has the type " + type + ", which cannot be sent between nodes");
    }

    private Coder messageSet() {
        Coder interval = record(Interval.class);
        return new Coder() {
            @Override
            public void write(@Nullable Object value, ByteWriter out) {
                List<Interval> intervals = expect(MessageSet.class, value).intervals();
                out.writeUnsigned(intervals.size());
                for (Interval each : intervals) {
                    interval.write(each, out);
                }
            }

            @Override
            public Object read(ByteReader in) {
                Interval[] all = new Interval[in.readCount()];
                for (int i = 0; i < all.length; i++) {
                    all[i] = (Interval) interval.read(in);
                }
                return MessageSet.of(List.of(all));
            }
        };
    }

    private static <T> T expect(Class<T> type, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("a " + type.getSimpleName() + " is missing");
        }
        return type.cast(value);
    }

    @SuppressWarnings("EnumOrdinal") // both ends run the same program
    private static Coder ofEnum(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        return coder(in -> {
            int ordinal = in.readByte();
            if (ordinal >= constants.length) {
                throw new IllegalArgumentException(type.getSimpleName() + " has no constant " + ordinal);
            }
            return constants[ordinal];
        }, (value, out) -> out.writeByte(((Enum<?>) value).ordinal()));
    }

    private static Coder coder(Function<ByteReader, Object> read, BiConsumer<Object, ByteWriter> write) {
        return new Coder() {
            @Override
            public void write(@Nullable Object value, ByteWriter out) {
                write.accept(expect(Object.class, value), out);
            }

            @Override
            public Object read(ByteReader in) {
                return read.apply(in);
            }
        };
    }

    private static Coder nullable(Coder coder) {
        return new Coder() {
            @Override
            public void write(@Nullable Object value, ByteWriter out) {
                out.writeByte(value == null ? 0 : 1);
                if (value != null) {
                    coder.write(value, out);
                }
            }

            @Override
            public @Nullable Object read(ByteReader in) {
                return in.readTruth() ? coder.read(in) : null;
            }
        };
    }
}
