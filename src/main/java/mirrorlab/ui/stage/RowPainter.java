package mirrorlab.ui.stage;

import javafx.geometry.Point2D;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.motion.Berth;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Paints compact lanes and the matrix: glyphs in the columns of the nodes, with numbers and a thin bar when there is room.
final class RowPainter {
    private static final double LINE = 2.2;
    private static final double GLYPH_TOP = 4;
    private static final double GLYPH = 14;
    /// Above the bar.
    private static final double STRIP = 20;
    private final Palette palette;
    private final RowTexts words;
    private final double zoom;
    private final Font plain;
    private final Font bold;
    private final Font small;

    /// @param selected
    ///            of this queue all words are shown elsewhere
    /// @param flashes
    ///            it changed just now
    record Look(Row row, boolean selected, boolean pinned, boolean flashes, @Nullable Foreseen foreseen) {
        /// Nothing but numbers may differ.
        boolean looksLike(Look other) {
            return selected == other.selected && pinned == other.pinned && flashes == other.flashes
                    && (foreseen == null ? other.foreseen == null : foreseen.equals(other.foreseen))
                    && row.looksLike(other.row);
        }
    }

    RowPainter(Palette palette, RowTexts words, Language language, double zoom) {
        this.palette = palette;
        this.words = words;
        this.zoom = zoom;
        plain = Fonts.regular(language, 12.5 * zoom);
        bold = Fonts.bold(language, 12.5 * zoom);
        small = Fonts.regular(language, 11 * zoom);
    }

    static double compactHeight(double zoom) {
        return 36 * zoom;
    }

    /// What moves keeps to the strip between the glyph and the bar.
    ///
    /// @param corner of the compact lane's column
    static Berth berth(Point2D corner, double column, double zoom) {
        double strip = (STRIP - GLYPH_TOP) * zoom;
        return new Berth(Berth.Room.COMPACT, corner.add(0, GLYPH_TOP * zoom), GLYPH * zoom, column,
                new Point2D(column * 0.62, strip), strip);
    }

    /// A compact lane, at the pen's origin.
    void compact(GraphicsContext pen, Look look, StageGrid grid) {
        double height = compactHeight(zoom);
        Row row = look.row();
        pen.clearRect(0, 0, grid.width(), height);
        ground(pen, look, 0, 0, grid.width(), height);
        pen.setStroke(palette.get("line"));
        pen.setLineWidth(1);
        pen.strokeLine(0, height - 0.5, grid.width(), height - 0.5);
        String risk = words.risk(row);
        double middle = height / 2;
        text(pen, name(look), row.risk().isAtRisk() ? bold : plain, grid.namesX(),
                risk.isEmpty() ? middle : middle - 8 * zoom,
                grid.namesWidth());
        text(pen, risk, small, grid.namesX(), middle + 7.5 * zoom, grid.namesWidth());
        double size = GLYPH * zoom;
        for (int column = 0; column < row.cells().size(); column++) {
            Row.Spot spot = row.cells().get(column);
            double x = grid.columnX(column);
            glyph(pen, look, column, x, GLYPH_TOP * zoom, size);
            number(pen, words.number(spot), x + size + 5 * zoom, GLYPH_TOP * zoom + size / 2,
                    grid.columnWidth() - size - 5 * zoom);
            bar(pen, spot, x, 23 * zoom, grid.columnWidth(), 6 * zoom);
        }
        if (row.risk() == Risk.NO_MASTER) {
            strike(pen, grid.columnX(0) - 5, 26 * zoom,
                    grid.columnX(row.cells().size() - 1) + grid.columnWidth() + 5);
        }
    }

    private static String name(Look look) {
        return look.pinned() ? "◆ " + look.row().queue().name() : look.row().queue().name();
    }

    private void bar(GraphicsContext pen, Row.Spot spot, double x, double y, double width, double height) {
        switch (spot.kind()) {
            case NONE, STOPPED_MASTER, STOPPED_MIRROR -> {
            }
            case MASTER, SYNCHRONISED, UNSYNCHRONISED, SYNCING -> {
                pen.setFill(palette.get("track"));
                pen.fillRect(x, y, width, height);
                double full = spot.kind() == Cell.Kind.SYNCING ? spot.progress() : spot.share();
                double length = Math.rint(width * full);
                pen.setFill(palette.get(spot.kind() == Cell.Kind.MASTER ? "master" : "synchronised"));
                pen.fillRect(x + width - length, y, length, height);
                if (spot.kind() == Cell.Kind.UNSYNCHRONISED && spot.number() != 0) {
                    hatch(pen, x, y, width - length, height);
                }
            }
        }
    }

    /// What a mirror lacks is the older part, at the left.
    private void hatch(GraphicsContext pen, double x, double y, double width, double height) {
        pen.setStroke(palette.get("unsynchronised"));
        pen.setLineWidth(1.6);
        for (double at = x; at + height <= x + width; at += 6) {
            pen.strokeLine(at, y + height, at + height, y);
        }
        pen.setLineWidth(1);
        pen.strokeRect(x + 0.5, y + 0.5, Math.max(2, width - 1), height - 1);
    }

    /// A row of the matrix.
    void matrix(GraphicsContext pen, Look look, MatrixGrid grid, double x, double y) {
        Row row = look.row();
        double height = grid.rowHeight();
        pen.clearRect(x - 4, y, grid.blockWidth(), height);
        ground(pen, look, x - 4, y, grid.blockWidth() - 8, height);
        text(pen, name(look), row.risk().isAtRisk() ? bold : plain, x, y + height / 2, grid.nameWidth());
        double size = grid.glyph();
        for (int column = 0; column < row.cells().size(); column++) {
            glyph(pen, look, column, x + grid.columnOffset(column), y + (height - size) / 2, size);
        }
        if (row.risk() == Risk.NO_MASTER) {
            strike(pen, x + grid.columnOffset(0) - 3, y + height / 2,
                    x + grid.columnOffset(row.cells().size() - 1) + size + 3);
        }
    }

    /// Numbers of the nodes above a block of the matrix, as on their cards and keys.
    void matrixHead(GraphicsContext pen, MatrixGrid grid, double x, double y) {
        pen.clearRect(x - 4, y, grid.blockWidth(), grid.rowHeight());
        pen.setTextAlign(TextAlignment.CENTER);
        for (int column = 0; column < grid.nodes(); column++) {
            text(pen, Integer.toString(column + 1), small, x + grid.columnOffset(column) + grid.glyph() / 2,
                    y + grid.rowHeight() / 2, grid.glyph() + 4);
        }
        pen.setTextAlign(TextAlignment.LEFT);
    }

    private void ground(GraphicsContext pen, Look look, double x, double y, double width, double height) {
        if (look.selected()) {
            pen.setFill(palette.get("selected"));
            pen.fillRect(x, y, width, height);
        }
        if (look.selected() || look.flashes()) {
            pen.setFill(palette.get(look.flashes() ? "past-edge" : "selected-edge"));
            pen.fillRect(x, y, look.flashes() ? 6 : 3, height);
        }
    }

    private void glyph(GraphicsContext pen, Look look, int column, double x, double y, double size) {
        Row.Spot spot = look.row().cells().get(column);
        GlyphPainter glyphs = new GlyphPainter(pen, palette, Math.min(3, LINE * zoom));
        Foreseen then = look.foreseen();
        if (then != null && column < then.columns().size()) {
            NodeName node = then.columns().get(column);
            boolean unserved = switch (then.queue().outcome()) {
                case DOWN, GONE -> spot.kind() != Cell.Kind.NONE;
                case UNCHANGED, MIRROR_LOST, PROMOTED -> false;
            };
            if (then.ends(node, spot.kind()) || unserved) {
                glyphs.cross(x + 2, y + 2, size - 4, palette.get("lost"));
                return;
            } else if (node.equals(then.queue().promoted())) {
                glyphs.crown(x, y, size);
                return;
            }
        }
        glyphs.paint(spot.kind(), spot.progress(), x, y, size);
    }

    private void strike(GraphicsContext pen, double from, double y, double to) {
        pen.setStroke(palette.get("down"));
        pen.setLineWidth(2);
        pen.strokeLine(from, y, to, y);
        pen.setFill(palette.get("down"));
        pen.fillRect(from, y - 4, 5, 8);
    }

    /// A digit is never cut off.
    private void number(GraphicsContext pen, String number, double x, double y, double width) {
        if (!number.isEmpty()) {
            pen.setFont(bold);
            pen.setFill(palette.get("text"));
            pen.setTextBaseline(VPos.CENTER);
            pen.fillText(number, x, y, Math.max(10, width));
        }
    }

    private void text(GraphicsContext pen, String text, Font font, double x, double y, double width) {
        if (!text.isEmpty()) {
            pen.setFont(font);
            pen.setFill(palette.get("text"));
            pen.setTextBaseline(VPos.CENTER);
            pen.fillText(fit(text, font, width), x, y, Math.max(10, width));
        }
    }

    /// A little too long is set narrower, more than that is cut; a row's tooltip has all of it.
    private static String fit(String text, Font font, double width) {
        int most = Math.max(3, (int) (width / (font.getSize() * 0.48)));
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
