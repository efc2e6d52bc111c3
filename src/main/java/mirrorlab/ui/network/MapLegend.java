package mirrorlab.ui.network;

import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.paint.Color;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;

/// What lines and rings mean, under the map.
final class MapLegend {
    private static final double WIDTH = 34;
    private static final double HEIGHT = 16;
    private final Desk desk;
    private final Palette palette;

    MapLegend(Desk desk, Palette palette) {
        this.desk = desk;
        this.palette = palette;
    }

    void fill(FlowPane legend) {
        Canvas rate = line("synchronised", 6);
        Canvas cut = line("down", 2, 8, 5);
        GraphicsContext pen = cut.getGraphicsContext2D();
        pen.setStroke(palette.get("bad"));
        pen.setLineDashes();
        pen.setLineWidth(2.4);
        pen.strokeLine(WIDTH / 2 - 5, HEIGHT / 2 - 5, WIDTH / 2 + 5, HEIGHT / 2 + 5);
        pen.strokeLine(WIDTH / 2 + 5, HEIGHT / 2 - 5, WIDTH / 2 - 5, HEIGHT / 2 + 5);
        Canvas ring = new Canvas(WIDTH, HEIGHT);
        GraphicsContext round = ring.getGraphicsContext2D();
        stroke(round, palette.get("unsynchronised"), 3, 6, 4);
        round.strokeRoundRect(2, 2, WIDTH - 4, HEIGHT - 4, 8, 8);
        legend.getChildren().setAll(item(rate, "network.legend.rate"), item(line("stopped-dash", 3, 9, 4),
                "network.legend.slow"), item(cut, "network.legend.cut"), item(ring, "network.legend.suspected"),
                item(line("down", 2, 2, 4), "network.legend.apart"));
    }

    private Canvas line(String colour, double width, double... dashes) {
        Canvas canvas = new Canvas(WIDTH, HEIGHT);
        GraphicsContext pen = canvas.getGraphicsContext2D();
        stroke(pen, palette.get(colour), width, dashes);
        pen.strokeLine(1, HEIGHT / 2, WIDTH - 1, HEIGHT / 2);
        return canvas;
    }

    private static void stroke(GraphicsContext pen, Color colour, double width, double... dashes) {
        pen.setStroke(colour);
        pen.setLineWidth(width);
        pen.setLineDashes(dashes);
    }

    private HBox item(Canvas canvas, String key) {
        HBox item = new HBox(5, canvas, new Label(desk.say(key)));
        item.getStyleClass().add("legend-item");
        return item;
    }
}
