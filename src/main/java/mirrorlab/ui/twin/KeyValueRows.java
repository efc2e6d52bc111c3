package mirrorlab.ui.twin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// `key = value` lines with a type behind each; there is always one empty line more.
final class KeyValueRows {
    /// How a value is meant.
    enum Kind {
        STRING, NUMBER, BOOLEAN, LIST
    }

    private final Desk desk;
    private final boolean typed;
    private VBox box = new VBox();
    private String prefix = "";
    private final List<Row> rows = new ArrayList<>();

    KeyValueRows(Desk desk) {
        this(desk, true);
    }

    private KeyValueRows(Desk desk, boolean typed) {
        this.desk = desk;
        this.typed = typed;
    }

    /// Every value is text.
    static KeyValueRows ofText(Desk desk) {
        return new KeyValueRows(desk, false);
    }

    /// Begins there with one empty line.
    ///
    /// @param ids
    ///            what the fields' ids begin with: `definition-key-1`, `definition-value-1`, `definition-type-1`
    void in(VBox place, String ids) {
        box = place;
        prefix = ids;
        clear();
    }

    private record Row(TextField key, TextField value, ComboBox<Kind> kind) {
        private boolean isEmpty() {
            return key.getText().isBlank() && value.getText().isBlank();
        }
    }

    void clear() {
        rows.clear();
        box.getChildren().clear();
        append();
    }

    /// Writes a key into the first empty line; the value is typed next, unless it is given.
    void add(String key, Kind kind, String value) {
        Row row = rows.stream().filter(each -> each.key().getText().strip().equals(key)).findFirst()
                .orElseGet(() -> rows.stream().filter(Row::isEmpty).findFirst().orElseGet(this::append));
        row.key().setText(key);
        row.kind().setValue(kind);
        if (!value.isEmpty()) {
            row.value().setText(value);
        }
        row.value().requestFocus();
    }

    /// What is wrong with the first line that cannot be meant so, in the real screen's words.
    Optional<String> fault() {
        for (Row row : rows) {
            String key = row.key().getText().strip();
            String text = row.value().getText().strip();
            if (key.isEmpty() && !text.isEmpty()) {
                return Optional.of(desk.say("twin.pair.no.key", Shown.of(text)));
            }
            Object value = value(text, row.kind().getValue());
            boolean asText = !key.isEmpty() && value instanceof String;
            if (asText && row.kind().getValue() == Kind.NUMBER) {
                return Optional.of(desk.say("twin.pair.no.number", Shown.of(key), Shown.of(text)));
            }
            if (asText && row.kind().getValue() == Kind.BOOLEAN) {
                return Optional.of(desk.say("twin.pair.no.boolean", Shown.of(key), Shown.of(text)));
            }
        }
        return Optional.empty();
    }

    /// What was typed, when there is no {@link #fault}.
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Row row : rows) {
            if (!row.key().getText().isBlank()) {
                values.put(row.key().getText().strip(), value(row.value().getText().strip(), row.kind().getValue()));
            }
        }
        return values;
    }

    static Object value(String text, Kind kind) {
        return switch (kind) {
            case STRING -> text;
            case NUMBER -> number(text);
            case BOOLEAN -> text.equals("true") || text.equals("false") ? Boolean.valueOf(text) : text;
            case LIST -> Arrays.stream(text.split("[,\\s]+")).filter(each -> !each.isEmpty()).toList();
        };
    }

    /// The text itself when it is no number.
    private static Object number(String text) {
        if (!text.matches("[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]{1,3})?")) {
            return text;
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return Double.valueOf(text);
        }
    }

    static Kind kindOf(@Nullable Object value) {
        return switch (value) {
            case Number number -> Kind.NUMBER;
            case Boolean flag -> Kind.BOOLEAN;
            case List<?> list -> Kind.LIST;
            case null, default -> Kind.STRING;
        };
    }

    private Row append() {
        int number = rows.size() + 1;
        Row row = new Row(field("key", number), field("value", number), kinds(number));
        rows.add(row);
        HBox.setHgrow(row.value(), Priority.ALWAYS);
        HBox line = new HBox(row.key(), new Label("="), row.value());
        if (typed) {
            line.getChildren().add(row.kind());
        }
        line.getStyleClass().add("twin-pair");
        line.setAlignment(Pos.CENTER_LEFT);
        box.getChildren().add(line);
        row.key().textProperty().addListener((property, before, now) -> grow());
        row.value().textProperty().addListener((property, before, now) -> grow());
        return row;
    }

    private void grow() {
        if (!rows.getLast().isEmpty()) {
            append();
        }
    }

    private TextField field(String what, int number) {
        TextField field = new TextField("");
        field.setId(prefix + "-" + what + "-" + number);
        field.setTooltip(new Tooltip(desk.say("twin.pair." + what)));
        field.setPrefColumnCount(what.equals("key") ? 15 : 10);
        return field;
    }

    private ComboBox<Kind> kinds(int number) {
        ComboBox<Kind> kinds = new ComboBox<>();
        kinds.setId(prefix + "-type-" + number);
        kinds.setTooltip(new Tooltip(desk.say("twin.pair.type")));
        kinds.getItems().setAll(Kind.values());
        kinds.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable Kind kind) {
                return kind == null ? "" : desk.say("twin.kind." + kind.name().toLowerCase(Locale.ROOT));
            }

            @Override
            public Kind fromString(String text) {
                return Kind.STRING;
            }
        });
        kinds.setValue(Kind.STRING);
        return kinds;
    }
}
