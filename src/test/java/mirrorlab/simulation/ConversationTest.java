package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Conversations with a cluster: a command, `----`, and everything that happened because of it. `-Drewrite=true` writes what
/// happens now into the files; read the difference and keep only what you understand.
class ConversationTest {
    private static final Path FOLDER = Path.of("src/test/resources/conversations");
    private static final String LINE = "----";

    static Stream<String> conversations() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("conversations")
    void a_conversation_goes_as_it_is_written(String name) throws IOException {
        Path file = FOLDER.resolve(name);
        List<String> written = Files.readAllLines(file);
        List<String> now = new ArrayList<>();
        Conversation conversation = new Conversation(4);
        boolean command = true;
        for (String line : written) {
            if (line.equals(LINE)) {
                command = false;
            } else if (line.isEmpty()) {
                command = true;
            } else if (line.startsWith("#")) {
                now.add(line);
            } else if (command) {
                now.add((now.isEmpty() || now.getLast().startsWith("#") ? "" : "\n") + line);
                now.add(LINE);
                now.addAll(conversation.does(line));
            }
        }
        String text = String.join("\n", now) + "\n";
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(file, text);
        } else {
            assertThat(text).as(name + "; -Drewrite=true writes what happens now")
                    .isEqualTo(String.join("\n", written) + "\n");
        }
    }
}
