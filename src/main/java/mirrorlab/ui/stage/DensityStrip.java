package mirrorlab.ui.stage;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.look.Switches;

/// What is not shown, in one line: how many queues, and a strip as long as the line with as much of each risk as there is among
/// them: struck, hatched, dashed or solid.
final class DensityStrip extends HBox {
    private static final double HEIGHT = 10;
    private static final double SHORTEST = 8;
    private final Desk desk;
    private final Label words = new Label();
    private final Canvas canvas = new Canvas();
    private Map<Risk, Integer> painted = Map.of();
    private double width;

    DensityStrip(Desk desk) {
        this.desk = desk;
        setId("hiddenQueues");
        getStyleClass().add("density-strip");
        words.setMinWidth(USE_PREF_SIZE);
        words.setId("hiddenWords");
        HBox.setHgrow(words, Priority.NEVER);
        getChildren().setAll(words, canvas);
        Switches.show(this, false);
    }

    /// @param room
    ///            the width of the whole line
    void show(List<Row> hidden, double room) {
        boolean there = !hidden.isEmpty();
        Switches.show(this, there);
        if (!there) {
            return;
        }
        String text = new RowTexts(desk.texts()).hidden(hidden);
        if (!text.equals(words.getText())) {
            words.setText(text);
        }
        Map<Risk, Integer> counts = new EnumMap<>(Risk.class);
        hidden.forEach(each -> counts.merge(each.risk(), 1, Integer::sum));
        double free = Math.max(40, room - words.prefWidth(-1) - 40);
        if (!counts.equals(painted) || free != width) {
            painted = counts;
            width = free;
            repaint();
        }
    }

    void repaint() {
        if (painted.isEmpty()) {
            return;
        }
        double height = Math.rint(HEIGHT * desk.zoom().get());
        canvas.setWidth(width);
        canvas.setHeight(height);
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, width, height);
        int all = painted.values().stream().mapToInt(each -> each).sum();
        double spare = width - SHORTEST * painted.size();
        double x = 0;
        for (Map.Entry<Risk, Integer> each : painted.entrySet()) {
            double length = SHORTEST + spare * each.getValue() / all;
            part(pen, each.getKey(), x, length - 2, height);
            x += length;
        }
    }

    private void part(GraphicsContext pen, Risk risk, double x, double length, double height) {
        Palette palette = Palette.of(desk.theme().get());
        switch (risk) {
            case NO_MASTER -> {
                pen.setFill(palette.get("down"));
                pen.fillRect(x, 0, length, height);
            }
            case WOULD_LOSE -> {
                pen.setStroke(palette.get("unsynchronised"));
                pen.setLineWidth(1.8);
                for (double at = x; at + height <= x + length; at += 5) {
                    pen.strokeLine(at, height, at + height, 0);
                }
                pen.strokeRect(x + 1, 1, length - 2, height - 2);
            }
            case NO_MIRROR -> {
                pen.setStroke(palette.get("master"));
                pen.setLineWidth(2);
                pen.strokeRect(x + 1, 1, length - 2, height - 2);
            }
            case FEWER -> {
                pen.setStroke(palette.get("stopped-dash"));
                pen.setLineWidth(2);
                pen.setLineDashes(4, 3);
                pen.strokeRect(x + 1, 1, length - 2, height - 2);
                pen.setLineDashes();
            }
            case HEALTHY -> {
                pen.setFill(palette.get("synchronised"));
                pen.fillRect(x, 0, length, height);
            }
        }
    }
}
