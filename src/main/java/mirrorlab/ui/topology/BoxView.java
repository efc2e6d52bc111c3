package mirrorlab.ui.topology;

import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.ui.look.Switches;

/// An exchange or a queue: two lines of text, chosen by a click or by Enter.
final class BoxView extends VBox {
    private final Label name = new Label();
    private final Label mark = new Label();
    private final Label details = new Label();

    BoxView(Spot spot, Runnable choose) {
        setId(spot.id());
        getStyleClass().addAll("topology-box", spot.isQueue() ? "queue" : "exchange");
        name.getStyleClass().add("topology-name");
        mark.getStyleClass().add("topology-mark");
        details.getStyleClass().add("topology-details");
        name.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(name, Priority.ALWAYS);
        mark.setMinWidth(Region.USE_PREF_SIZE);
        HBox top = new HBox(name, mark);
        top.setMinWidth(0);
        getChildren().setAll(top, details);
        Choosable.make(this, choose);
    }

    void show(ExchangeBox box, TopologyWords words) {
        show(words.exchange(box.name()), words.details(box), words.sentence(box));
        mark.setText(box.unroutable() == 0 ? "" : "✕ " + box.unroutable());
        Switches.style(this, "standard", box.standard());
        Switches.style(this, "transient", !box.durable());
    }

    /// @param compact without its second line
    void show(QueueBox box, boolean compact, TopologyWords words) {
        show(box.name(), words.details(box), words.sentence(box));
        Switches.show(details, !compact);
        mark.setText(box.deadLettersLost() ? "✕" : "");
        Switches.style(this, "down", box.down());
    }

    private void show(String first, String second, String tip) {
        if (!first.equals(name.getText()) || !second.equals(details.getText())) {
            name.setText(first);
            details.setText(second);
        }
        Tooltip known = name.getTooltip();
        if (known == null || !known.getText().equals(tip)) {
            Tooltip fresh = new Tooltip(tip);
            fresh.setWrapText(true);
            fresh.setMaxWidth(420);
            name.setTooltip(fresh);
            details.setTooltip(fresh);
            setAccessibleText(tip);
        }
    }

    void choose(boolean chosen) {
        Switches.style(this, "chosen", chosen);
    }
}
