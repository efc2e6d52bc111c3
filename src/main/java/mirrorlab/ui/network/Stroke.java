package mirrorlab.ui.network;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.StrokeLineCap;
import mirrorlab.ui.look.Palette;

/// How a link, or a ring around a node, is drawn: the same on the map and in its legend. The pattern says what it is, the colour
/// only says it again.
enum Stroke {
    /// Something goes along it.
    BUSY("synchronised"),
    /// Nothing goes along it.
    IDLE("stopped-dash"),
    /// Delayed or lossy, whether something goes along it or not: dash and dot.
    SLOW("text", 14, 4, 3, 4),
    /// Heartbeats are missing.
    SUSPECTED("unsynchronised", 10, 5),
    /// Nothing gets through.
    CUT("down", 10, 7),
    /// Both nodes run and have no link: dots.
    APART("down", 2, 6),
    /// One of the nodes is not running.
    GONE("line", 2, 6);

    private final String colour;
    private final double[] dashes;

    Stroke(String colour, double... dashes) {
        this.colour = colour;
        this.dashes = dashes;
    }

    String colour() {
        return colour;
    }

    void set(GraphicsContext pen, Palette palette, double width) {
        pen.setLineCap(StrokeLineCap.BUTT);
        pen.setStroke(palette.get(colour));
        pen.setLineWidth(width);
        pen.setLineDashes(dashes.clone());
    }
}
