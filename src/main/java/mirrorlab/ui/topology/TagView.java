package mirrorlab.ui.topology;

import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import mirrorlab.ui.look.Switches;

/// The little box at a line's end: the key of a binding, or what kind of way the line is.
final class TagView extends Label {

    TagView(Edge edge, TopologyWords words, Runnable choose) {
        super(words.tag(edge));
        setId("tag-" + edge.from().name() + "-" + edge.to().name());
        getStyleClass().addAll("topology-tag", edge.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        Tooltip tip = new Tooltip(words.sentence(edge));
        tip.setWrapText(true);
        tip.setMaxWidth(420);
        setTooltip(tip);
        setAccessibleText(tip.getText());
        Choosable.make(this, choose);
    }

    void choose(boolean chosen) {
        Switches.style(this, "chosen", chosen);
    }
}
