package mirrorlab.lab.ledger;

import java.util.List;

/// A sentence in any language: its key in the bundle `fxml/i18n/messages` and the values of its places {0}, {1} …
public record Sentence(String key, List<Object> values) {
    public static Sentence of(String key, Object... values) {
        return new Sentence(key, List.of(values));
    }
}
