package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The recordings of the real broker and the scenarios they were made from.
public final class Recordings {
    private static final Path FOLDER = Path.of("src/test/resources/conformance");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Recordings() {}

    /// In order of their names.
    public static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve("golden"))) {
            return files.map(each -> each.getFileName().toString().replace(".json", "")).sorted().toList();
        }
    }

    public static Path scenario(String name) {
        return FOLDER.resolve("scenarios").resolve(name + ".json");
    }

    public static JsonNode golden(String name) throws IOException {
        return MAPPER.readTree(FOLDER.resolve("golden").resolve(name + ".json").toFile());
    }
}
