package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;
import mirrorlab.lab.Texts;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.stage.GlyphPainter;
import mirrorlab.ui.words.StepWords;

/// Paints the scrub bar: the line of time, a mark for each moment worth a jump, and the thumb. A mark whose label has no room
/// keeps its shape; the heavier kind of moment gets its label first.
public final class ScrubBarPainter {
    private static final double EDGE = 14;
    private static final double LINE_Y = 13;
    private static final double LABEL_Y = 25;
    private static final int LONGEST_LABEL = 24;
    private static final int RANKS = 3;
    private final Canvas canvas;
    private final GraphicsContext pen;
    private final Palette palette;
    private final Texts texts;
    private final Font plain;
    private final Font bold;

    public ScrubBarPainter(Canvas canvas, Palette palette, Texts texts, Language language, double zoom) {
        this.canvas = canvas;
        this.palette = palette;
        this.texts = texts;
        pen = canvas.getGraphicsContext2D();
        plain = Fonts.regular(language, 11.5 * Math.max(Math.min(1.2, zoom), 0.8 * zoom));
        bold = Fonts.bold(language, 11.5 * Math.max(Math.min(1.2, zoom), 0.8 * zoom));
    }

    static double fraction(double x, double width) {
        return Math.clamp((x - EDGE) / Math.max(1, width - 2 * EDGE), 0, 1);
    }

    /// In whole pixels: while time goes on a mark moves seldom, and only then is the bar painted anew.
    private double x(double fraction) {
        return Math.rint(EDGE + fraction * (canvas.getWidth() - 2 * EDGE));
    }

    /// All of the timeline that the bar shows.
    record Looks(double width, double thumb, boolean past, List<Mark> marks, List<Double> places) {}

    Looks looks(Timeline timeline) {
        List<Mark> marks = timeline.marks();
        return new Looks(canvas.getWidth(), thumb(timeline), timeline.isPast(), marks,
                marks.stream().map(mark -> x(timeline.axis().fraction(mark.entry() + 1))).toList());
    }

    private double thumb(Timeline timeline) {
        return x(timeline.isPast() ? timeline.axis().fraction(timeline.shown().entries()) : 1);
    }

    public void paint(Timeline timeline) {
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        double thumb = thumb(timeline);
        line(x(0), x(1), palette.get("line"));
        line(x(0), thumb, palette.get("selected-edge"));
        List<double[]> taken = new ArrayList<>();
        taken.add(new double[]{thumb - 4, thumb + 4});
        List<Mark> marks = timeline.marks();
        marks.forEach(mark -> shape(mark, x(timeline.axis().fraction(mark.entry() + 1))));
        for (int rank = 0; rank < RANKS; rank++) {
            for (Mark mark : marks.reversed()) {
                if (rank(mark) == rank) {
                    label(mark, x(timeline.axis().fraction(mark.entry() + 1)), rank == 0, taken);
                }
            }
        }
        thumb(thumb, timeline.isPast());
    }

    private void line(double from, double to, Color colour) {
        pen.setFill(colour);
        pen.fillRoundRect(from, LINE_Y - 2.5, Math.max(0, to - from), 5, 5, 5);
    }

    /// Who gets a label first.
    private static int rank(Mark mark) {
        return switch (mark.shape()) {
            case DEATH, STOP, PROMOTION, REFUSAL, HOLD -> 0;
            case STEP -> 1;
            case START, POLICY, SYNCHRONISATION, RELEASE -> 2;
        };
    }

    private void shape(Mark mark, double x) {
        Color ink = palette.get("text");
        GlyphPainter glyphs = new GlyphPainter(pen, palette);
        pen.setLineDashes();
        switch (mark.shape()) {
            case DEATH -> glyphs.cross(x - 6, LINE_Y - 6, 12, palette.get("lost"));
            case PROMOTION -> glyphs.crown(x - 7, LINE_Y - 7, 14);
            case REFUSAL -> {
                pen.setFill(palette.get("down"));
                pen.fillRect(x - 3, LINE_Y - 8, 6, 16);
            }
            case STOP -> box(x, ink);
            case STEP -> dot(x, 3, palette.get("selected-edge"));
            case START, POLICY, SYNCHRONISATION, RELEASE -> dot(x, 5, palette.get("selected-edge"));
            case HOLD -> bars(x, ink);
        }
    }

    /// Two bars, as on a player's pause button.
    private void bars(double x, Color ink) {
        pen.setFill(palette.get("background"));
        pen.fillRect(x - 8, LINE_Y - 9, 16, 18);
        pen.setFill(ink);
        pen.fillRect(x - 6, LINE_Y - 8, 4.5, 16);
        pen.fillRect(x + 1.5, LINE_Y - 8, 4.5, 16);
    }

    private void dot(double x, double radius, Color edge) {
        pen.setFill(palette.get("background"));
        pen.fillOval(x - radius, LINE_Y - radius, 2 * radius, 2 * radius);
        pen.setStroke(edge);
        pen.setLineWidth(2);
        pen.strokeOval(x - radius, LINE_Y - radius, 2 * radius, 2 * radius);
    }

    private void box(double x, Color ink) {
        pen.setFill(palette.get("background"));
        pen.fillRect(x - 5, LINE_Y - 5, 10, 10);
        pen.setStroke(ink);
        pen.setLineWidth(2);
        pen.strokeRect(x - 5, LINE_Y - 5, 10, 10);
    }

    private void label(Mark mark, double x, boolean heavy, List<double[]> taken) {
        String words = words(mark);
        Font font = heavy ? bold : plain;
        Text measured = new Text(words);
        measured.setFont(font);
        double half = measured.getLayoutBounds().getWidth() / 2;
        double centre = Math.clamp(x, half + 2, Math.max(half + 2, canvas.getWidth() - half - 2));
        double[] wanted = {centre - half - 5, centre + half + 5};
        if (taken.stream().skip(1).anyMatch(each -> each[0] < wanted[1] && wanted[0] < each[1])) {
            return;
        }
        taken.add(wanted);
        pen.setFont(font);
        pen.setFill(palette.get(heavy ? "text" : "text-quiet"));
        pen.setTextAlign(TextAlignment.CENTER);
        pen.setTextBaseline(VPos.TOP);
        pen.fillText(words, centre, LABEL_Y);
    }

    /// A step as its line in the scenario says it, shortened.
    private String words(Mark mark) {
        if (mark.shape() != Mark.Shape.STEP) {
            return texts.say(mark.label());
        }
        String text = new StepWords(texts).say(String.valueOf(mark.label().values().getFirst()),
                String.valueOf(mark.label().values().getLast()));
        return text.length() <= LONGEST_LABEL ? text : text.substring(0, LONGEST_LABEL - 1) + "…";
    }

    private void thumb(double x, boolean past) {
        pen.setFill(palette.get(past ? "past-edge" : "selected-edge"));
        pen.fillRoundRect(x - 4, LINE_Y - 11, 8, 22, 5, 5);
    }
}
