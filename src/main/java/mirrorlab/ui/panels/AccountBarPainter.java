package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.stage.GlyphPainter;
import mirrorlab.vocabulary.MessageSet;

/// The account as one bar: solid what is held, hatched what a named failure would lose, light what clients took, crossed out
/// what is lost.
final class AccountBarPainter {
    private static final double SHORTEST = 18;
    private final Canvas canvas;
    private final GraphicsContext pen;
    private final Palette palette;

    AccountBarPainter(Canvas canvas, Palette palette) {
        this.canvas = canvas;
        this.palette = palette;
        pen = canvas.getGraphicsContext2D();
    }

    private record Part(Fate fate, long count) {}

    void paint(QueueAccount account) {
        double width = canvas.getWidth();
        double height = canvas.getHeight();
        pen.clearRect(0, 0, width, height);
        pen.setFill(palette.get("track"));
        pen.fillRoundRect(0, 0, width, height, 8, 8);
        List<Part> parts = new ArrayList<>();
        for (Fate fate : Fate.values()) {
            long count = account.fates().getOrDefault(fate, MessageSet.EMPTY).count();
            if (count > 0) {
                parts.add(new Part(fate, count));
            }
        }
        long total = parts.stream().mapToLong(Part::count).sum();
        double spare = width - SHORTEST * parts.size();
        double x = 0;
        for (Part part : parts) {
            double length = SHORTEST + spare * part.count() / total;
            part(part.fate(), x, length - 1.5, height);
            x += length;
        }
    }

    private void part(Fate fate, double x, double width, double height) {
        switch (fate) {
            case SAFE -> solid("master", x, width, height);
            case AT_RISK -> hatched(x, width, height);
            case UNACKNOWLEDGED, IN_FLIGHT -> solid("synchronised", x, width, height);
            case UNREACHABLE, NOT_KNOWN -> dashed(x, width, height);
            case LOST -> crossed(x, width, height);
            case ACKNOWLEDGED, AUTO_ACKNOWLEDGED, REJECTED, EXPIRED, DROPPED, PURGED, DELETED, DEAD_LETTERED,
                    UNROUTABLE,
                    REFUSED ->
                solid("stopped", x, width, height);
        }
    }

    private void solid(String colour, double x, double width, double height) {
        pen.setFill(palette.get(colour));
        pen.fillRoundRect(x, 0, width, height, 6, 6);
    }

    private void hatched(double x, double width, double height) {
        solid("master", x, width, height);
        pen.save();
        pen.beginPath();
        pen.rect(x + 2, 2, Math.max(0, width - 4), height - 4);
        pen.clip();
        pen.setFill(palette.get("background"));
        pen.fillRect(x, 0, width, height);
        pen.setStroke(palette.get("unsynchronised"));
        pen.setLineWidth(2);
        for (double start = x - height; start < x + width; start += 8) {
            pen.strokeLine(start, height, start + height, 0);
        }
        pen.restore();
    }

    private void dashed(double x, double width, double height) {
        pen.setStroke(palette.get("stopped-dash"));
        pen.setLineWidth(2);
        pen.setLineDashes(5, 4);
        pen.strokeRoundRect(x + 1, 1, width - 2, height - 2, 6, 6);
        pen.setLineDashes();
    }

    private void crossed(double x, double width, double height) {
        pen.setFill(palette.get("background"));
        pen.fillRoundRect(x, 0, width, height, 6, 6);
        pen.setStroke(palette.get("lost"));
        pen.setLineWidth(2);
        pen.strokeRoundRect(x + 1, 1, width - 2, height - 2, 6, 6);
        double size = 9;
        new GlyphPainter(pen, palette).cross(x + (width - size) / 2, (height - size) / 2, size, palette.get("lost"));
    }
}
