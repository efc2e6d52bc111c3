package mirrorlab.journal;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;

/// Entries as lines of JSON: `{"origin":"rabbit1@localhost","incarnation":1,…,"happening":{"type":"QueueRecorded",…}}`.
public final class JournalJson {
    private static final ObjectMapper MAPPER = mapper();

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    private interface Typed {}

    private JournalJson() {}

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

    public static String write(Entry entry) {
        try {
            return MAPPER.writeValueAsString(entry);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an entry could not be written: " + entry, e);
        }
    }

    /// @throws IllegalArgumentException the line is not an entry; the message says what is wrong
    public static Entry read(String line) {
        try {
            return MAPPER.readValue(line, Entry.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a journal entry: " + e.getOriginalMessage(), e);
        }
    }
}
