package mirrorlab.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.MessageSet;
import org.jspecify.annotations.Nullable;

/// JSON by Jackson's streams alone. Binding JSON to classes with Jackson's `databind` is more comfortable, but loading it costs
/// 0.4 s of a node's start; what a node reads and writes needs no more than this. Writes records as databind would.
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final ClassValue<List<Component>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
            List<Component> all = new ArrayList<>();
            for (RecordComponent each : type.getRecordComponents()) {
                each.getAccessor().setAccessible(true);
                all.add(new Component(each.getName(), each.getAccessor()));
            }
            return all;
        }
    };

    private record Component(String name, Method accessor) {}

    private Json() {}

    /// One line of JSON.
    ///
    /// @param value maps with texts as keys, collections, records, texts, numbers, booleans, null, byte
    ///        arrays in base 64; {@link MessageSet}, {@link Bytes}; anything else as text
    public static String write(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            write(value, out);
        } catch (IOException e) {
            throw new IllegalStateException("a text cannot be written to", e);
        }
        return text.toString();
    }

    private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case String text -> out.writeString(text);
            case Boolean truth -> out.writeBoolean(truth);
            case Double real when !Double.isFinite(real) -> out.writeString(real.toString());
            case Number number -> out.writeNumber(number.toString());
            case Map<?, ?> map -> writeMap(map, out);
            case Collection<?> all -> writeAll(all, out);
            case MessageSet messages -> writeAll(messages.intervals(), out);
            case Bytes bytes -> out.writeBinary(bytes.array());
            case Record record -> writeMap(components(record), out);
            case byte[] bytes -> out.writeBinary(bytes);
            default -> out.writeString(value.toString());
        }
    }

    private static void writeMap(Map<?, ?> map, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            out.writeFieldName(String.valueOf(each.getKey()));
            write(each.getValue(), out);
        }
        out.writeEndObject();
    }

    private static void writeAll(Collection<?> all, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (Object each : all) {
            write(each, out);
        }
        out.writeEndArray();
    }

    /// A record's components in order; the map may be changed.
    public static Map<String, @Nullable Object> components(Record record) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Component each : COMPONENTS.get(record.getClass())) {
            try {
                map.put(each.name, each.accessor.invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the accessor of a record's component failed", e);
            }
        }
        return map;
    }

    /// Objects as maps in order (of a key that comes twice the last value counts), arrays as lists, whole numbers as
    /// Integer, Long or BigInteger, others as Double.
    ///
    /// @throws IllegalArgumentException it is not one JSON value; the message says what is wrong, and where
    public static @Nullable Object read(String text) {
        return read(text, false);
    }

    /// As {@link #read}, and no key may come twice.
    public static @Nullable Object readUnique(String text) {
        return read(text, true);
    }

    private static @Nullable Object read(String text, boolean unique) {
        try (JsonParser in = FACTORY.createParser(text).configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION,
                unique)) {
            JsonToken first = in.nextToken();
            if (first == null) {
                throw new IllegalArgumentException("JSON was expected, but there is nothing");
            }
            Object value = read(in);
            if (in.nextToken() != null) {
                throw new IllegalArgumentException(
                        "something follows the JSON value at column " + in.currentLocation().getColumnNr());
            }
            return value;
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            throw new IllegalArgumentException(e.getOriginalMessage() + (place == null
                    ? ""
                    : " at line " + place.getLineNr() + ", column " + place.getColumnNr()), e);
        } catch (IOException e) {
            throw new IllegalStateException("a text cannot be read", e);
        }
    }

    private static double finite(JsonParser in) throws IOException {
        double number = in.getDoubleValue();
        if (Double.isInfinite(number)) {
            throw new IllegalArgumentException(
                    "a number is too large at column " + in.currentTokenLocation().getColumnNr());
        }
        return number;
    }

    private static @Nullable Object read(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (String key = in.nextFieldName(); key != null; key = in.nextFieldName()) {
                    in.nextToken();
                    map.put(key, read(in));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    list.add(read(in));
                }
                yield list;
            }
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> in.getNumberValue();
            case VALUE_NUMBER_FLOAT -> finite(in);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }
}
