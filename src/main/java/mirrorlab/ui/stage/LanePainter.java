package mirrorlab.ui.stage;

import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Palette;
import org.jspecify.annotations.Nullable;

/// Paints the cells of one lane on its canvas, which starts at the first column's left edge. Called only when the lane, the
/// theme, the language or the size changed.
public final class LanePainter {
    private static final double WIRE_OFFSET = 7;
    private final Canvas canvas;
    private final CellPainter cells;
    private final LaneTexts words;
    private final ForecastPainter forecasts;

    public LanePainter(Canvas canvas, Palette palette, LaneTexts words, Language language, LaneSize size) {
        this.canvas = canvas;
        this.words = words;
        cells = new CellPainter(canvas.getGraphicsContext2D(), palette, words, language, size);
        forecasts = new ForecastPainter(canvas.getGraphicsContext2D(), palette, new ForecastTexts(words.texts()), size,
                cells);
    }

    /// @param foreseen what would become of it; null when nobody asks
    void paint(Lane lane, @Nullable Foreseen foreseen, StageGrid grid) {
        paint(lane, grid);
        if (foreseen != null) {
            forecasts.paint(foreseen, lane, grid);
        }
    }

    public void paint(Lane lane, StageGrid grid) {
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        double start = grid.columnX(0);
        for (int column = 0; column < lane.cells().size(); column++) {
            Cell cell = lane.cells().get(column);
            String foot = cell.kind() == Cell.Kind.MASTER ? words.waiting(lane) : "";
            cells.paint(cell, grid.columnX(column) - start, grid.columnWidth(), foot);
        }
        if (lane.standing() == Lane.Standing.DOWN) {
            down(lane, grid, start);
        }
        for (Lane.Wire wire : lane.wires()) {
            double to = grid.columnX(wire.to()) - start;
            cells.wire(wire,
                    wire.from() <= wire.to() && wire.to() > 0
                            ? to - WIRE_OFFSET
                            : to + grid.columnWidth() + WIRE_OFFSET);
        }
    }

    /// Over the widest run of columns that hold nothing; over all when none is free.
    private void down(Lane lane, StageGrid grid, double start) {
        int columns = lane.cells().size();
        int best = 0;
        int length = 0;
        int run = 0;
        for (int column = 0; column < columns; column++) {
            run = lane.cells().get(column).kind() == Cell.Kind.NONE ? run + 1 : 0;
            if (run > length) {
                length = run;
                best = column - run + 1;
            }
        }
        int last = length == 0 ? columns - 1 : best + length - 1;
        double x = grid.columnX(length == 0 ? 0 : best) - start;
        cells.down(lane, x, grid.columnX(last) + grid.columnWidth() - start - x);
    }
}
