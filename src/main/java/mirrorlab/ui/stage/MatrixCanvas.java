package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import org.jspecify.annotations.Nullable;

/// The part of the matrix that is in sight. While it stays where it is only the rows that changed are painted anew, and of
/// these so many in one frame that it is no longer than others: a death changes all rows at once.
final class MatrixCanvas {
    private static final int PER_FRAME = 24;
    private final Canvas canvas = new Canvas();
    private List<RowPainter.@Nullable Look> painted = List.of();
    private @Nullable Object place;
    private boolean behind;

    /// All that decides where things are.
    private record Place(MatrixGrid grid, double from, double height, Object dress) {}

    MatrixCanvas() {
        canvas.setMouseTransparent(true);
        canvas.setId("matrix");
        canvas.setVisible(false);
    }

    Canvas canvas() {
        return canvas;
    }

    /// Some rows still look as they did before; they are painted when it is shown again.
    boolean isBehind() {
        return behind;
    }

    /// @param top
    ///            of the whole matrix in the content
    /// @param from
    ///            where the part in sight begins, from the matrix's top; `height` how high it is
    void show(List<Row> rows, MatrixGrid grid, double top, double from, double height, RowPainter painter,
            Object dress, Function<Row, RowPainter.Look> looks) {
        boolean there = !rows.isEmpty() && height > 0 && grid.width() > 0;
        canvas.setVisible(there);
        behind = false;
        if (!there) {
            return;
        }
        Place wanted = new Place(grid, from, height, dress);
        boolean anew = !wanted.equals(place);
        GraphicsContext pen = canvas.getGraphicsContext2D();
        if (anew) {
            place = wanted;
            canvas.setLayoutY(top + from);
            canvas.setWidth(grid.width());
            canvas.setHeight(height);
            pen.clearRect(0, 0, grid.width(), height);
            for (int block = 0; block < grid.blocks() && from < grid.headHeight(); block++) {
                painter.matrixHead(pen, grid, grid.blockX(block), -from);
            }
        }
        List<RowPainter.@Nullable Look> now = new ArrayList<>(rows.size());
        int count = 0;
        for (int i = 0; i < rows.size(); i++) {
            double y = grid.y(i) - from;
            RowPainter.Look look = y + grid.rowHeight() <= 0 || y >= height ? null : looks.apply(rows.get(i));
            RowPainter.Look before = anew || i >= painted.size() ? null : painted.get(i);
            if (look == null || isSame(look, before)) {
                now.add(look);
            } else if (anew || count < PER_FRAME) {
                count++;
                now.add(look);
                painter.matrix(pen, look, grid, grid.x(i), y);
            } else {
                behind = true;
                now.add(before);
            }
        }
        painted = now;
    }

    private static boolean isSame(RowPainter.Look look, RowPainter.@Nullable Look before) {
        return before != null && look.row().queue().equals(before.row().queue()) && look.looksLike(before);
    }
}
