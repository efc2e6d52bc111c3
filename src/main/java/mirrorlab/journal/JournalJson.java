package mirrorlab.journal;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Entries as lines of JSON: `{"origin":"rabbit1@localhost","incarnation":1,…,"happening":{"type":"QueueRecorded",…}}`.
public final class JournalJson {
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    private interface Typed {}

    /// Apart, because nodes only write single lines, and loading what is needed for more takes 0.4 s.
    private static final class Reading {
        private static final ObjectMapper MAPPER = mapper();

        private static ObjectMapper mapper() {
            JsonMapper mapper = JsonMapper.builder().addMixIn(Happening.class, Typed.class)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
            register(mapper, Happening.class);
            return mapper;
        }

        private static void register(ObjectMapper mapper, Class<?> sealed) {
            for (Class<?> each : sealed.getPermittedSubclasses()) {
                if (each.isInterface()) {
                    register(mapper, each);
                } else {
                    mapper.registerSubtypes(new NamedType(each, each.getSimpleName()));
                }
            }
        }
    }

    private JournalJson() {}

    public static String write(Entry entry) {
        Map<String, @Nullable Object> happening = new LinkedHashMap<>();
        happening.put("type", entry.happening().getClass().getSimpleName());
        happening.putAll(Json.components((Record) entry.happening()));
        Map<String, @Nullable Object> line = Json.components(entry);
        line.put("happening", happening);
        return Json.write(line);
    }

    /// For many entries at once.
    public static ObjectWriter writer() {
        return Reading.MAPPER.writerFor(Entry.class);
    }

    /// Of what {@link #writer()} writes, and of single lines.
    public static ObjectReader reader() {
        return Reading.MAPPER.readerFor(Entry.class);
    }

    /// @throws IllegalArgumentException the line is not an entry; the message says what is wrong
    public static Entry read(String line) {
        try {
            return Reading.MAPPER.readValue(line, Entry.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a journal entry: " + e.getOriginalMessage(), e);
        }
    }
}
