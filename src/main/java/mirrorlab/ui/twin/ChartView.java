package mirrorlab.ui.twin;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Palette;
import org.jspecify.annotations.Nullable;

/// A chart under its heading, with the legend at its right: what each line is and how much it is now.
final class ChartView {
    private static final double HEIGHT = 118;
    private static final double TYPE = 10.5;
    private final Desk desk;
    private final Marks marks;
    private final Canvas canvas = new Canvas(0, 0);
    private final Pane room = new Pane(canvas);
    private final GridPane legend = new GridPane();
    private @Nullable Chart shown;
    private @Nullable Chart painted;

    /// @param box
    ///            where it goes
    /// @param key
    ///            word of the heading
    ChartView(Desk desk, VBox box, String key) {
        this.desk = desk;
        marks = new Marks(desk);
        legend.getStyleClass().add("twin-legend");
        room.setMinSize(0, 0);
        HBox.setHgrow(room, Priority.ALWAYS);
        HBox line = new HBox(room, legend);
        line.getStyleClass().add("twin-chart");
        HBox heading = new HBox(marks.heading(key, "twin-h3"), marks.text(desk.say("twin.last.minute"), "twin-quiet"));
        heading.getStyleClass().add("twin-heading");
        heading.setAlignment(Pos.BASELINE_LEFT);
        box.getChildren().addAll(heading, line);
        room.widthProperty().addListener((property, before, now) -> paint());
        desk.whileShown(desk.theme(), theme -> {
            painted = null;
            paint();
        });
        desk.whileShown(desk.zoom(), zoom -> {
            room.setPrefHeight(HEIGHT * zoom.doubleValue());
            painted = null;
            paint();
        });
    }

    void show(Chart chart) {
        if (chart.equals(shown)) {
            return;
        }
        shown = chart;
        List<Chart.Line> lines = chart.lines();
        legend.getChildren().clear();
        int half = lines.size() > 5 ? (lines.size() + 1) / 2 : lines.size();
        for (int i = 0; i < lines.size(); i++) {
            int column = i / half * 3;
            Region square = new Region();
            square.getStyleClass().addAll("twin-square", "twin-line-" + ChartPainter.colour(lines.get(i).word()));
            Label name = marks.heading("twin.line." + lines.get(i).word());
            Label value = marks.text(value(lines.get(i).newest(), chart.isRate()), "twin-bold");
            value.setMinWidth(Region.USE_PREF_SIZE);
            value.setId("line-" + lines.get(i).word());
            legend.add(square, column, i % half);
            legend.add(name, column + 1, i % half);
            legend.add(value, column + 2, i % half);
        }
        paint();
    }

    private static String value(double newest, boolean isRate) {
        return Double.isNaN(newest) ? "NaN" : isRate ? Marks.perSecond(newest) : Marks.count(Math.round(newest));
    }

    private void paint() {
        Chart chart = shown;
        double width = room.getWidth();
        double height = room.getPrefHeight();
        if (chart == null || width < 1 || (chart.equals(painted) && width == canvas.getWidth())) {
            return;
        }
        painted = chart;
        canvas.setWidth(width);
        canvas.setHeight(height);
        new ChartPainter(canvas, Palette.of(desk.theme().get()),
                Fonts.regular(desk.language().get(), TYPE * desk.zoom().get())).paint(chart);
    }
}
