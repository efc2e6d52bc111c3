package mirrorlab.lab.ledger;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.regex.Pattern;

/// The rules that code, tests and cause cards cite, one file each under `rules/` on the class path.
public final class Rules {
    /// Letters of the section and two digits; T is for traps.
    public static final Pattern NUMBER = Pattern.compile("\\b(?:P|G|S|F|PO|N|X|M|C|T)-\\d{2}\\b");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Rules() {}

    /// Empty when the number has no file.
    public static Optional<Rule> find(String number) {
        if (!NUMBER.matcher(number).matches()) {
            return Optional.empty();
        }
        try (InputStream file = Rules.class.getResourceAsStream("/rules/" + number + ".json")) {
            return file == null ? Optional.empty() : Optional.of(MAPPER.readValue(file, Rule.class));
        } catch (IOException e) {
            throw new UncheckedIOException("rules/" + number + ".json is not a rule: " + e.getMessage(), e);
        }
    }
}
