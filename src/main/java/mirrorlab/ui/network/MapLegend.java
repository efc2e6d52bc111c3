package mirrorlab.ui.network;

import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;

/// What lines and rings mean, under the map.
final class MapLegend {
    private static final double WIDTH = 40;
    private static final double HEIGHT = 16;
    private final Desk desk;
    private final Palette palette;

    MapLegend(Desk desk, Palette palette) {
        this.desk = desk;
        this.palette = palette;
    }

    void fill(FlowPane legend) {
        Canvas cut = line(Stroke.CUT, 2);
        GraphicsContext pen = cut.getGraphicsContext2D();
        pen.setStroke(palette.get("bad"));
        pen.setLineDashes();
        pen.setLineWidth(2.4);
        pen.strokeLine(WIDTH / 2 - 5, HEIGHT / 2 - 5, WIDTH / 2 + 5, HEIGHT / 2 + 5);
        pen.strokeLine(WIDTH / 2 + 5, HEIGHT / 2 - 5, WIDTH / 2 - 5, HEIGHT / 2 + 5);
        Canvas ring = new Canvas(WIDTH, HEIGHT);
        Stroke.SUSPECTED.set(ring.getGraphicsContext2D(), palette, 3);
        ring.getGraphicsContext2D().strokeRoundRect(2, 2, WIDTH - 4, HEIGHT - 4, 8, 8);
        legend.getChildren().setAll(item(line(Stroke.BUSY, 6), "network.legend.rate"),
                item(line(Stroke.IDLE, 2), "network.legend.idle"), item(line(Stroke.SLOW, 3), "network.legend.slow"),
                item(cut, "network.legend.cut"), item(ring, "network.legend.suspected"),
                item(line(Stroke.APART, 2), "network.legend.apart"));
    }

    private Canvas line(Stroke stroke, double width) {
        Canvas canvas = new Canvas(WIDTH, HEIGHT);
        GraphicsContext pen = canvas.getGraphicsContext2D();
        stroke.set(pen, palette, width);
        pen.strokeLine(0, HEIGHT / 2, WIDTH, HEIGHT / 2);
        return canvas;
    }

    private HBox item(Canvas canvas, String key) {
        HBox item = new HBox(5, canvas, new Label(desk.say(key)));
        item.getStyleClass().add("legend-item");
        return item;
    }
}
