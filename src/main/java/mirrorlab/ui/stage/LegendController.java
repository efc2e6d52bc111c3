package mirrorlab.ui.stage;

import javafx.fxml.FXML;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;

/// What the glyphs mean, under the stage, so that a picture of the window explains itself.
public final class LegendController {
    private static final double SIZE = 14;
    private final Desk desk;
    @FXML
    private FlowPane legend;

    public LegendController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        desk.whileShown(desk.theme(), theme -> draw(Palette.of(theme)));
    }

    private void draw(Palette palette) {
        legend.getChildren().setAll(glyph(palette, Cell.Kind.MASTER, "legend.master"),
                glyph(palette, Cell.Kind.SYNCHRONISED, "legend.synchronised"),
                glyph(palette, Cell.Kind.UNSYNCHRONISED, "legend.unsynchronised"),
                glyph(palette, Cell.Kind.SYNCING, "legend.syncing"),
                glyph(palette, Cell.Kind.STOPPED_MIRROR, "legend.stopped"),
                lost(palette));
    }

    private HBox glyph(Palette palette, Cell.Kind kind, String key) {
        Canvas canvas = new Canvas(SIZE + 2, SIZE + 2);
        new GlyphPainter(canvas.getGraphicsContext2D(), palette).paint(kind, 0.4, 1, 1, SIZE);
        return item(canvas, key);
    }

    private HBox lost(Palette palette) {
        Canvas canvas = new Canvas(SIZE + 2, SIZE + 2);
        new GlyphPainter(canvas.getGraphicsContext2D(), palette).cross(3, 3, SIZE - 4, palette.get("lost"));
        return item(canvas, "legend.lost");
    }

    private HBox item(Canvas canvas, String key) {
        HBox item = new HBox(5, canvas, new Label(desk.say(key)));
        item.getStyleClass().add("legend-item");
        return item;
    }
}
