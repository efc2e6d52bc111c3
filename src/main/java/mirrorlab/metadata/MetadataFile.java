package mirrorlab.metadata;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import java.io.IOException;
import java.util.Map;
import mirrorlab.content.FieldTable;
import mirrorlab.content.MalformedContent;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;

/// The metadata as they lie on disk: a snapshot in CBOR.
public final class MetadataFile {
    private static final ObjectMapper MAPPER = mapper();

    private MetadataFile() {}

    private static ObjectMapper mapper() {
        SimpleModule names = new SimpleModule();
        names.addKeyDeserializer(NodeName.class, new KeyDeserializer() {
            @Override
            public Object deserializeKey(String key, DeserializationContext context) {
                return new NodeName(key);
            }
        });
        return CBORMapper.builder().addModule(names)
                .addMixIn(QueueRecord.class, Arguments.class).addMixIn(Exchange.class, Arguments.class)
                .addMixIn(Binding.class, Arguments.class).build();
    }

    /// Arguments keep their AMQP types.
    @SuppressWarnings("UnusedMethod") // Jackson looks at it
    private interface Arguments {
        @JsonSerialize(using = TableWriter.class)
        @JsonDeserialize(using = TableReader.class)
        Map<String, Object> arguments();
    }

    private static final class TableWriter extends JsonSerializer<Map<String, Object>> {
        @Override
        public void serialize(Map<String, Object> table, JsonGenerator to, SerializerProvider unused)
                throws IOException {
            to.writeBinary(FieldTable.encode(table).array());
        }
    }

    private static final class TableReader extends JsonDeserializer<Map<String, Object>> {
        @Override
        public Map<String, Object> deserialize(JsonParser from, DeserializationContext unused) throws IOException {
            return FieldTable.decode(Bytes.of(from.getBinaryValue()));
        }
    }

    public static Bytes encode(MetadataSnapshot snapshot) {
        try {
            return Bytes.of(MAPPER.writeValueAsBytes(snapshot));
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
    }

    /// @throws IllegalArgumentException the bytes are not metadata
    public static MetadataSnapshot decode(Bytes bytes) {
        try {
            return MAPPER.readValue(bytes.array(), MetadataSnapshot.class);
        } catch (IOException | MalformedContent e) {
            throw new IllegalArgumentException("not metadata: " + e.getMessage(), e);
        }
    }
}
