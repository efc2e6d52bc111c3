package mirrorlab.ui.stage;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Palette;

/// Paints one cell of a lane: glyph and words, the depth bar, and the names of the messages at its ends.
public final class CellPainter {
    static final double GLYPH = 20;
    static final double BAR = 18;
    private static final double TITLE_Y = 4;
    static final double BAR_Y = 31;
    private static final double FOOT_Y = BAR_Y + BAR + 4;
    private final GraphicsContext pen;
    private final Palette palette;
    private final LaneTexts words;
    private final Font bold;
    private final Font plain;
    private final Font small;

    public CellPainter(GraphicsContext pen, Palette palette, LaneTexts words, Language language) {
        this.pen = pen;
        this.palette = palette;
        this.words = words;
        bold = Fonts.bold(language, 13);
        plain = Fonts.regular(language, 13);
        small = Fonts.regular(language, 12);
    }

    /// @param x left edge of the column, `y` upper edge of the lane's canvas
    public void paint(Cell cell, double x, double y, double width) {
        if (cell.kind() == Cell.Kind.NONE) {
            return;
        }
        new GlyphPainter(pen, palette).paint(cell.kind(), cell.progress(), x, y + TITLE_Y, GLYPH);
        boolean stopped = cell.kind() == Cell.Kind.STOPPED_MASTER || cell.kind() == Cell.Kind.STOPPED_MIRROR;
        text(words.title(cell), x + GLYPH + 8, y + TITLE_Y + GLYPH / 2, width - GLYPH - 8, stopped ? plain : bold,
                palette.get(stopped ? "text-quiet" : "text"), VPos.CENTER, TextAlignment.LEFT);
        if (stopped) {
            return;
        }
        new DepthBarPainter(pen, palette, bold).paint(cell, x, y + BAR_Y, width, BAR);
        Color quiet = palette.get("text-quiet");
        text(words.left(cell), x, y + FOOT_Y, width, small, quiet, VPos.TOP, TextAlignment.LEFT);
        text(words.right(cell), x + width, y + FOOT_Y, width, small, quiet, VPos.TOP, TextAlignment.RIGHT);
    }

    /// Two hues only, and a shape that needs none: a bar with a solid head across the columns that do not serve.
    public void down(Lane lane, double x, double y, double width) {
        Color ink = palette.get("down");
        pen.setFill(palette.get("background"));
        pen.fillRoundRect(x, y + BAR_Y - 4, width, BAR + 8, 8, 8);
        pen.setStroke(ink);
        pen.setLineWidth(2);
        pen.strokeRoundRect(x + 1, y + BAR_Y - 3, width - 2, BAR + 6, 8, 8);
        pen.setFill(ink);
        pen.fillRoundRect(x, y + BAR_Y - 4, 9, BAR + 8, 6, 6);
        text(words.down(lane), x + 18, y + BAR_Y + BAR / 2, width - 26, bold, palette.get("text"), VPos.CENTER,
                TextAlignment.LEFT);
    }

    void note(String text, double x, double y, double width) {
        text(text, x, y + FOOT_Y, width, small, palette.get("text"), VPos.TOP, TextAlignment.LEFT);
    }

    private void text(String text, double x, double y, double width, Font font, Color colour, VPos base,
            TextAlignment align) {
        if (text.isEmpty()) {
            return;
        }
        pen.setFont(font);
        pen.setFill(colour);
        pen.setTextBaseline(base);
        pen.setTextAlign(align);
        pen.fillText(text, x, y, Math.max(20, width));
        pen.setTextAlign(TextAlignment.LEFT);
    }
}
