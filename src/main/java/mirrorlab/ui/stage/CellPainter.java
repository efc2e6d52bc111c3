package mirrorlab.ui.stage;

import java.util.regex.Pattern;
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
    /// Below this column width, at the smallest type, numbers replace words.
    private static final double COMPACT = 140;
    /// In a narrow column the number within the channel has to do for a message that nobody named.
    private static final Pattern CHANNEL = Pattern.compile("<[^>]*>");
    private final GraphicsContext pen;
    private final Palette palette;
    private final LaneTexts words;
    private final LaneSize size;
    private final Font bold;
    private final Font plain;
    private final Font small;

    public CellPainter(GraphicsContext pen, Palette palette, LaneTexts words, Language language, LaneSize size) {
        this.pen = pen;
        this.palette = palette;
        this.words = words;
        this.size = size;
        bold = Fonts.bold(language, 13 * size.text());
        plain = Fonts.regular(language, 13 * size.text());
        small = Fonts.regular(language, 12 * Math.max(Math.min(1.25, size.text()), 0.8 * size.text()));
    }

    /// @param x left edge of the column
    /// @param foot the words below the bar, instead of the names of messages; empty for those
    public void paint(Cell cell, double x, double width, String foot) {
        if (cell.kind() == Cell.Kind.NONE) {
            return;
        }
        double glyph = size.glyph();
        new GlyphPainter(pen, palette).paint(cell.kind(), cell.progress(), x, size.titleY(), glyph);
        boolean stopped = cell.kind() == Cell.Kind.STOPPED_MASTER || cell.kind() == Cell.Kind.STOPPED_MIRROR;
        boolean compact = isCompact(width, size.text());
        Font font = stopped ? plain : bold;
        double room = width - glyph - 8;
        text(compact ? words.shortTitle(cell) : either(words.title(cell), words.briefTitle(cell), font, room),
                x + glyph + 8, size.titleY() + glyph / 2, room, font,
                palette.get(stopped ? "text-quiet" : "text"), VPos.CENTER, TextAlignment.LEFT);
        if (stopped) {
            return;
        }
        bar(cell, x, width);
        Color quiet = palette.get("text-quiet");
        if (compact) {
            if (size.hasFoot()) {
                String named = CHANNEL.matcher(words.left(cell)).replaceAll("");
                text(fit(either(named, words.briefLeft(cell), small, width), width), x, size.footY(), width, small,
                        quiet, VPos.TOP, TextAlignment.LEFT);
            }
            return;
        }
        if (!foot.isEmpty()) {
            text(foot, x, size.footY(), width, small, palette.get("text"), VPos.TOP, TextAlignment.LEFT);
            return;
        }
        String right = words.right(cell);
        double share = words.left(cell).isEmpty() || right.isEmpty() ? width : width / 2 - 4;
        String left = either(words.left(cell), words.briefLeft(cell), small, share);
        text(left, x, size.footY(), share, small, quiet, VPos.TOP, TextAlignment.LEFT);
        text(right, x + width, size.footY(), share, small, quiet, VPos.TOP, TextAlignment.RIGHT);
    }

    /// Names of messages that are too long for a narrow column are cut; the text table has all of them.
    private String fit(String text, double width) {
        int most = Math.max(3, (int) (width / (small.getSize() * 0.5)));
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    /// A little too long is set narrower; what would become hard to read is said in brief.
    private static String either(String whole, String brief, Font font, double room) {
        return Fonts.width(whole, font) <= room * 1.08 ? whole : brief;
    }

    /// Nothing is set so narrow that nobody can read it: the end is cut off; the text table has all of it.
    private static String readable(String text, Font font, double room) {
        double most = room * 1.25;
        if (Fonts.width(text, font) <= most) {
            return text;
        }
        int end = text.length() - 1;
        while (end > 1 && Fonts.width(text.substring(0, end) + "…", font) > most) {
            end--;
        }
        return text.substring(0, end) + "…";
    }

    static boolean isCompact(double width, double text) {
        return width < COMPACT * text;
    }

    void bar(Cell cell, double x, double width) {
        new DepthBarPainter(pen, palette, bold).paint(cell, x, size.barY(), width, size.bar());
    }

    /// Words in ink, in bold or small type.
    void words(String text, double x, double y, double width, boolean strong, VPos base) {
        text(text, x, y, width, strong ? bold : small, palette.get("text"), base, TextAlignment.LEFT);
    }

    /// Two hues only, and a shape that needs none: a bar with a solid head across the columns that do not serve.
    public void down(Lane lane, double x, double width) {
        Color ink = palette.get("down");
        double y = size.barY() - 5;
        double height = size.bar() + 10;
        pen.setFill(palette.get("background"));
        pen.fillRoundRect(x, y, width, height, 8, 8);
        pen.setStroke(ink);
        pen.setLineWidth(2);
        pen.strokeRoundRect(x + 1, y + 1, width - 2, height - 2, 8, 8);
        pen.setFill(ink);
        pen.fillRoundRect(x, y, 10, height, 6, 6);
        text(words.down(lane), x + 20, y + height / 2, width - 28, bold, palette.get("text"), VPos.CENTER,
                TextAlignment.LEFT);
    }

    /// A copy that has not arrived: a ring that stands between the columns, and how many there are.
    public void wire(Lane.Wire wire, double x) {
        double y = size.barY() + size.bar() / 2;
        double radius = 5;
        pen.setFill(palette.get("background"));
        pen.fillOval(x - radius, y - radius, 2 * radius, 2 * radius);
        pen.setStroke(palette.get("unsynchronised"));
        pen.setLineWidth(2.5);
        pen.strokeOval(x - radius, y - radius, 2 * radius, 2 * radius);
        text(Long.toString(wire.copies()), x, y - radius - 2, 40, small, palette.get("text"), VPos.BOTTOM,
                TextAlignment.CENTER);
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
        pen.fillText(readable(text, font, Math.max(20, width)), x, y, Math.max(20, width));
        pen.setTextAlign(TextAlignment.LEFT);
    }
}
