package mirrorlab.ui.stage;

import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Palette;

/// Paints the cells of one lane on its canvas. Called only when the lane, the theme, the language or the width changed.
public final class LanePainter {
    private final Canvas canvas;
    private final Palette palette;
    private final CellPainter cells;

    public LanePainter(Canvas canvas, Palette palette, LaneTexts words, Language language) {
        this.canvas = canvas;
        this.palette = palette;
        cells = new CellPainter(canvas.getGraphicsContext2D(), palette, words, language);
        this.words = words;
    }

    private final LaneTexts words;

    /// The canvas starts at the first column's left edge.
    public void paint(Lane lane, StageGrid grid) {
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        double start = grid.columnX(0);
        for (int column = 0; column < lane.cells().size(); column++) {
            cells.paint(lane.cells().get(column), grid.columnX(column) - start, 0, grid.columnWidth());
        }
        if (lane.standing() == Lane.Standing.DOWN) {
            down(lane, grid, start);
        }
        lane.wires().forEach(wire -> wire(wire, grid, start));
        String waiting = words.waiting(lane);
        for (int column = 0; column < lane.cells().size(); column++) {
            if (lane.cells().get(column).kind() == Cell.Kind.MASTER && !waiting.isEmpty()) {
                pen.clearRect(grid.columnX(column) - start, CellPainter.BAR_Y + CellPainter.BAR + 2, grid.columnWidth(), 20);
                cells.note(waiting, grid.columnX(column) - start, 0, grid.columnWidth());
            }
        }
    }

    private void down(Lane lane, StageGrid grid, double start) {
        int first = -1;
        int best = -1;
        int length = 0;
        for (int column = 0; column <= lane.cells().size(); column++) {
            boolean free = column < lane.cells().size() && lane.cells().get(column).kind() == Cell.Kind.NONE;
            if (free && first < 0) {
                first = column;
            } else if (!free && first >= 0) {
                if (column - first > length) {
                    best = first;
                    length = column - first;
                }
                first = -1;
            }
        }
        int from = best < 0 ? 0 : best;
        int columns = best < 0 ? lane.cells().size() : length;
        double x = grid.columnX(from) - start;
        cells.down(lane, x, 0, grid.columnX(from + columns - 1) + grid.columnWidth() - start - x);
    }

    /// A copy that is held back: a dot that stands still between the columns, with the number of copies.
    private void wire(Lane.Wire wire, StageGrid grid, double start) {
        GraphicsContext pen = canvas.getGraphicsContext2D();
        double to = grid.columnX(wire.to()) - start;
        double x = wire.from() <= wire.to() ? to - 8 : to + grid.columnWidth() + 8;
        double y = CellPainter.BAR_Y + CellPainter.BAR / 2;
        pen.setStroke(palette.get("unsynchronised"));
        pen.setFill(palette.get("background"));
        pen.setLineWidth(2.5);
        pen.fillOval(x - 5, y - 5, 10, 10);
        pen.strokeOval(x - 5, y - 5, 10, 10);
        cells.note("", x, 0, 0);
    }
}
