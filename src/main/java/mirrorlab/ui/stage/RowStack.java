package mirrorlab.ui.stage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.Pane;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Compact lanes below each other, each on a canvas of its own, so that a frame paints the rows that changed and nothing else,
/// and not too many of them. Only those in sight have a canvas; canvases are used again.
final class RowStack {
    private static final int PER_FRAME = 6;
    private final Pane content;
    private Map<QueueName, Line> lines = new HashMap<>();
    private final Deque<Line> spare = new ArrayDeque<>();
    private @Nullable Object dressed;
    private boolean behind;

    /// A canvas and what is painted on it.
    private static final class Line {
        private final Canvas canvas = new Canvas();
        private RowPainter.@Nullable Look painted;
        private @Nullable StageGrid grid;
    }

    RowStack(Pane content) {
        this.content = content;
    }

    /// @param rows
    ///            all of them, `first` to `last` (not included) are in sight
    /// @param top
    ///            where the first of all stands in the content
    /// @param dress
    ///            theme, language and size: when it differs everything is painted anew
    void show(List<Row> rows, int first, int last, double top, StageGrid grid, RowPainter painter, double height,
            Object dress, Function<Row, RowPainter.Look> looks) {
        boolean anew = !dress.equals(dressed);
        dressed = dress;
        Map<QueueName, Line> now = new HashMap<>();
        for (int i = first; i < last; i++) {
            Line line = lines.remove(rows.get(i).queue());
            if (line != null) {
                now.put(rows.get(i).queue(), line);
            }
        }
        lines.values().forEach(each -> {
            each.canvas.setVisible(false);
            each.canvas.setId(null);
            spare.add(each);
        });
        lines = now;
        behind = false;
        int count = 0;
        for (int i = first; i < last; i++) {
            Row row = rows.get(i);
            Line line = lines.computeIfAbsent(row.queue(), unused -> take());
            double y = Math.rint(top + i * height);
            if (line.canvas.getLayoutY() != y) {
                line.canvas.setLayoutY(y);
            }
            RowPainter.Look look = looks.apply(row);
            if (anew || line.painted == null || !grid.equals(line.grid)) {
                paint(line, look, grid, painter, height);
            } else if (!look.equals(line.painted)) {
                behind = behind || count == PER_FRAME;
                if (count < PER_FRAME) {
                    count++;
                    paint(line, look, grid, painter, height);
                }
            }
        }
    }

    /// It is in sight.
    boolean shows(QueueName queue) {
        return lines.containsKey(queue);
    }

    /// Some rows still show what was; they are painted when it is shown again.
    boolean isBehind() {
        return behind;
    }

    private Line take() {
        Line line = spare.poll();
        if (line == null) {
            line = new Line();
            line.canvas.setMouseTransparent(true);
            content.getChildren().add(line.canvas);
        }
        line.painted = null;
        line.canvas.setVisible(true);
        return line;
    }

    private static void paint(Line line, RowPainter.Look look, StageGrid grid, RowPainter painter, double height) {
        if (!Objects.equals(grid, line.grid) || line.canvas.getHeight() != height) {
            line.canvas.setWidth(grid.width());
            line.canvas.setHeight(height);
        }
        line.painted = look;
        line.grid = grid;
        line.canvas.setId("row-" + look.row().queue().name());
        painter.compact(line.canvas.getGraphicsContext2D(), look, grid);
    }
}
