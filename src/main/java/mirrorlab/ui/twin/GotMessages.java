package mirrorlab.ui.twin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;

/// What came of Get messages, one box for each.
final class GotMessages {
    private final Desk desk;
    private final Marks marks;

    GotMessages(Desk desk) {
        this.desk = desk;
        marks = new Marks(desk);
    }

    /// @param result
    ///            of a step `get` that asked for details
    List<Node> of(JsonNode result) {
        List<Node> all = new ArrayList<>();
        int number = 0;
        for (JsonNode each : result.path("messages")) {
            all.add(message(++number, each));
        }
        if (all.isEmpty()) {
            Label empty = marks.text(desk.say("twin.get.empty"), "twin-bold");
            empty.setId("got-empty");
            all.add(empty);
        }
        return all;
    }

    private Node message(int number, JsonNode message) {
        GridPane grid = new GridPane();
        grid.getStyleClass().add("twin-facts");
        String exchange = message.path("exchange").asText();
        line(grid, 0, "twin.exchange", marks.text(exchange.isEmpty() ? "(AMQP default)" : exchange));
        line(grid, 1, "twin.routingkey", marks.text(message.path("routing_key").asText()));
        line(grid, 2, "twin.redelivered", marks.text(message.path("redelivered").asBoolean() ? "●" : "○"));
        Node properties = properties(message.path("properties"));
        properties.setId("got-properties-" + number);
        line(grid, 3, "twin.properties", properties);
        Label payload = marks.text(message.path("payload").asText(), "twin-payload");
        payload.setId("got-payload-" + number);
        payload.setWrapText(true);
        payload.setMinHeight(javafx.scene.layout.Region.USE_PREF_SIZE);
        line(grid, 4, "twin.payload.got", new VBox(payload,
                marks.text(desk.say("twin.bytes", message.path("payload_bytes").asInt(),
                        message.path("payload_encoding").asText("string")), "twin-quiet")));
        VBox box = new VBox(marks.text(desk.say("twin.message", number), "twin-h3"),
                marks.text(desk.say("twin.remaining", message.path("remaining").asLong())), grid);
        box.getStyleClass().add("twin-message");
        return box;
    }

    /// One a line; headers stand one a line behind their name, as on the real screen.
    private Node properties(JsonNode properties) {
        GridPane lines = new GridPane();
        lines.getStyleClass().add("twin-properties");
        int row = 0;
        for (Map.Entry<String, JsonNode> each : properties.properties()) {
            lines.add(marks.text(each.getKey() + ":", "twin-key"), 0, row);
            lines.add(value(each.getValue()), 1, row++);
        }
        return lines;
    }

    private Node value(JsonNode value) {
        if (value.isObject()) {
            return properties(value);
        }
        Label text = marks.text(value.isTextual() ? value.asText() : value.toString());
        text.setWrapText(true);
        text.setMinHeight(javafx.scene.layout.Region.USE_PREF_SIZE);
        return text;
    }

    private void line(GridPane grid, int row, String key, Node value) {
        grid.add(marks.heading(key, "twin-fact"), 0, row);
        grid.add(value, 1, row);
    }
}
