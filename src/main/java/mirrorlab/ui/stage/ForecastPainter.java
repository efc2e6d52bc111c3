package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import mirrorlab.ui.look.Palette;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;

/// Paints a forecast over a lane: what would end faded, with a cross, a ghost of a crown on who would be master, crosses on
/// what would be lost, dashed rings where mirrors would come, a dashed bar on a queue that nobody would serve.
final class ForecastPainter {
    private static final double FADED = 0.22;
    private final GraphicsContext pen;
    private final Palette palette;
    private final ForecastTexts words;
    private final LaneSize size;
    private final CellPainter cells;
    private final GlyphPainter glyphs;

    ForecastPainter(GraphicsContext pen, Palette palette, ForecastTexts words, LaneSize size, CellPainter cells) {
        this.pen = pen;
        this.palette = palette;
        this.words = words;
        this.size = size;
        this.cells = cells;
        glyphs = new GlyphPainter(pen, palette);
    }

    /// @param grid the canvas begins at its first column
    void paint(Foreseen foreseen, Lane lane, StageGrid grid) {
        QueueForecast queue = foreseen.queue();
        boolean unserved = queue.outcome() == Outcome.DOWN || queue.outcome() == Outcome.GONE;
        int columns = Math.min(lane.cells().size(), foreseen.columns().size());
        for (int column = 0; column < columns; column++) {
            double x = grid.columnX(column) - grid.columnX(0);
            NodeName node = foreseen.columns().get(column);
            Cell cell = lane.cells().get(column);
            if (foreseen.ends(node, cell.kind())) {
                fade(cell, x, grid.columnWidth());
                glyphs.cross(x + 2, size.titleY() + 2, size.glyph() - 4, palette.get("lost"));
            } else if (unserved && cell.kind() != Cell.Kind.NONE) {
                fade(cell, x, grid.columnWidth());
            } else if (node.equals(queue.promoted())) {
                crown(foreseen, x, grid.columnWidth());
            } else if (foreseen.isNewMirror(node, cell)) {
                ring(words.newMirror(), x, grid.columnWidth());
            } else if (foreseen.isPerhaps(node, cell)) {
                ring(words.perhaps(), x, grid.columnWidth());
            }
        }
        if (unserved) {
            unserved(foreseen, lane, grid, columns);
        }
    }

    private void fade(Cell cell, double x, double width) {
        clear(x, width);
        pen.save();
        pen.setGlobalAlpha(FADED);
        cells.paint(cell, x, width, "");
        pen.restore();
    }

    private void clear(double x, double width) {
        pen.clearRect(x - 3, 0, width + 6, pen.getCanvas().getHeight());
    }

    private void crown(Foreseen foreseen, double x, double width) {
        QueueForecast queue = foreseen.queue();
        clear(x, width);
        pen.save();
        pen.setGlobalAlpha(0.45);
        glyphs.crown(x, size.titleY(), size.glyph());
        pen.restore();
        dashed(() -> glyphs.crownOutline(x, size.titleY(), size.glyph()), palette.get("text"));
        cells.words(words.crown(queue), x + size.glyph() + 8, size.titleY() + size.glyph() / 2,
                width - size.glyph() - 8, true, VPos.CENTER);
        List<Segment> segments = new ArrayList<>();
        if (queue.lost().count() > 0) {
            segments.add(new Segment(Segment.Kind.LOST, queue.lost().count()));
        }
        if (queue.kept() > 0) {
            segments.add(new Segment(Segment.Kind.HELD, queue.kept()));
        }
        cells.bar(new Cell(Cell.Kind.MASTER, segments, queue.kept(), 0, 0, 0, 0, "", "", ""), x, width);
        cells.words(words.lost(foreseen), x, size.footY(), width, false, VPos.TOP);
    }

    private void ring(String text, double x, double width) {
        clear(x, width);
        double glyph = size.glyph();
        dashed(() -> pen.strokeOval(x + 1, size.titleY() + 1, glyph - 2, glyph - 2), palette.get("unsynchronised"));
        cells.words(text, x + glyph + 8, size.titleY() + glyph / 2, width - glyph - 8, true, VPos.CENTER);
    }

    /// Over the columns that stay, or over all when none is left.
    private void unserved(Foreseen foreseen, Lane lane, StageGrid grid, int columns) {
        int first = 0;
        int last = columns - 1;
        while (first < last && foreseen.ends(foreseen.columns().get(first), lane.cells().get(first).kind())) {
            first++;
        }
        while (last > first && foreseen.ends(foreseen.columns().get(last), lane.cells().get(last).kind())) {
            last--;
        }
        double x = grid.columnX(first) - grid.columnX(0);
        double width = grid.columnX(last) + grid.columnWidth() - grid.columnX(0) - x;
        double y = size.barY() - 5;
        double height = size.bar() + 10;
        pen.clearRect(x - 3, y, width + 6, pen.getCanvas().getHeight() - y);
        dashed(() -> pen.strokeRoundRect(x + 1, y + 1, width - 2, height - 2, 8, 8), palette.get("down"));
        String text = words.bar(foreseen.queue());
        String lost = words.lost(foreseen);
        cells.words(lost.isEmpty() ? text : text + " · " + lost, x + 12, y + height / 2, width - 20, true, VPos.CENTER);
    }

    private void dashed(Runnable stroke, Color colour) {
        pen.setStroke(colour);
        pen.setLineWidth(2);
        pen.setLineDashes(5, 4);
        stroke.run();
        pen.setLineDashes();
    }
}
