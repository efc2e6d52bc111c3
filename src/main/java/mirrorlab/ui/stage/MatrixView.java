package mirrorlab.ui.stage;

import java.util.List;
import java.util.Map;
import javafx.geometry.VPos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Palette;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// The queues without a lane: one small glyph for each replica, one row for each queue. A click gives a queue a lane.
final class MatrixView extends VBox {
    private final Desk desk;
    private final Label heading = new Label();
    private final Canvas canvas = new Canvas();
    private List<Lane> shown = List.of();
    private List<Row> painted = List.of();
    private Map<QueueName, Foreseen> foreseen = Map.of();
    private MatrixGrid grid = new MatrixGrid(0, 0, 0, 1);

    /// All of a queue that the matrix shows; how many messages it has is not part of it.
    private record Row(String queue, boolean atRisk, List<Cell.Kind> kinds, List<Double> progress) {
        private static Row of(Lane lane) {
            return new Row(lane.queue().name(), lane.isAtRisk(), lane.cells().stream().map(Cell::kind).toList(),
                    lane.cells().stream().map(Cell::progress).toList());
        }
    }

    MatrixView(Desk desk) {
        this.desk = desk;
        setId("matrix");
        getStyleClass().add("matrix");
        heading.getStyleClass().add("matrix-heading");
        canvas.setOnMouseClicked(event -> {
            int queue = grid.at(event.getX(), event.getY());
            if (queue >= 0) {
                desk.selected().set(shown.get(queue).queue());
            }
        });
        getChildren().setAll(heading, canvas);
        show(List.of(), 0, 0);
    }

    void show(List<Lane> lanes, double width, int nodes) {
        setVisible(!lanes.isEmpty());
        setManaged(!lanes.isEmpty());
        MatrixGrid wanted = new MatrixGrid(width, nodes, lanes.size(), desk.zoom().get());
        List<Row> now = lanes.stream().map(Row::of).toList();
        shown = lanes;
        if (now.equals(painted) && wanted.equals(grid)) {
            return;
        }
        painted = now;
        grid = wanted;
        repaint();
    }

    /// By queue; empty: what is.
    void foresee(Map<QueueName, Foreseen> wanted) {
        if (!wanted.equals(foreseen)) {
            foreseen = wanted;
            repaint();
        }
    }

    void repaint() {
        if (shown.isEmpty() || grid.width() <= 0) {
            return;
        }
        long risky = shown.stream().filter(Lane::isAtRisk).count();
        heading.setText(desk.say("matrix.heading", shown.size(), risky));
        canvas.setWidth(grid.width());
        canvas.setHeight(grid.height());
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        Palette palette = Palette.of(desk.theme().get());
        GlyphPainter glyphs = new GlyphPainter(pen, palette);
        pen.setTextBaseline(VPos.CENTER);
        for (int queue = 0; queue < shown.size(); queue++) {
            Lane lane = shown.get(queue);
            pen.setFont(lane.isAtRisk()
                    ? Fonts.bold(desk.language().get(), 12 * grid.zoom())
                    : Fonts.regular(desk.language().get(), 12 * grid.zoom()));
            pen.setFill(palette.get("text"));
            pen.fillText(lane.queue().name(), grid.x(queue), grid.y(queue) + grid.rowHeight() / 2, grid.nameWidth());
            for (int node = 0; node < lane.cells().size(); node++) {
                Cell cell = lane.cells().get(node);
                double x = grid.glyphX(queue, node);
                double y = grid.y(queue) + (grid.rowHeight() - grid.glyph()) / 2;
                Foreseen then = foreseen.get(lane.queue());
                if (then == null || node >= then.columns().size() || !foresee(then, cell, node, glyphs, x, y)) {
                    glyphs.paint(cell.kind(), cell.progress(), x, y, grid.glyph());
                }
            }
        }
    }

    /// @return false when this replica stays as it is
    private boolean foresee(Foreseen then, Cell cell, int node, GlyphPainter glyphs, double x, double y) {
        NodeName name = then.columns().get(node);
        boolean unserved = switch (then.queue().outcome()) {
            case DOWN, GONE -> cell.kind() != Cell.Kind.NONE;
            case UNCHANGED, MIRROR_LOST, PROMOTED -> false;
        };
        if (then.ends(name, cell) || unserved) {
            glyphs.cross(x + 2, y + 2, grid.glyph() - 4, Palette.of(desk.theme().get()).get("lost"));
            return true;
        } else if (name.equals(then.queue().promoted())) {
            glyphs.crown(x, y, grid.glyph());
            return true;
        }
        return false;
    }
}
