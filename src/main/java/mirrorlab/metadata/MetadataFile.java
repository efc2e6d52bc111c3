package mirrorlab.metadata;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import java.io.IOException;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;

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
        return CBORMapper.builder().addModule(names).build();
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
        } catch (IOException e) {
            throw new IllegalArgumentException("not metadata: " + e.getMessage(), e);
        }
    }
}
