package mirrorlab.ui.twin;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javafx.geometry.VPos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Palette;

/// Paints one chart: the scale at the left, times below, a line for each value.
final class ChartPainter {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT)
            .withZone(ZoneId.systemDefault());
    private static final int BANDS = 4;
    private static final int TICK_SECONDS = 20;
    private final Canvas canvas;
    private final GraphicsContext pen;
    private final Palette palette;
    private final double em;

    /// @param font
    ///            of scale and times
    ChartPainter(Canvas canvas, Palette palette, Font font) {
        this.canvas = canvas;
        this.palette = palette;
        em = font.getSize();
        pen = canvas.getGraphicsContext2D();
        pen.setFont(font);
    }

    void paint(Chart chart) {
        double left = 4.6 * em;
        double right = canvas.getWidth() - 2.2 * em;
        double top = 0.8 * em;
        double bottom = canvas.getHeight() - 1.7 * em;
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        double most = chart.top();
        scale(chart, left, right, top, bottom, most);
        // the first line stays to be seen where another has the same values
        List<Chart.Line> lines = chart.lines();
        for (int i = lines.size() - 1; i >= 0; i--) {
            pen.setStroke(palette.get("chart-" + colour(lines.get(i).word())));
            pen.setLineWidth(i == lines.size() - 1 && !chart.isRate() ? 4 : 2);
            line(lines.get(i).values(), left, right, top, bottom, most);
        }
    }

    private void scale(Chart chart, double left, double right, double top, double bottom, double most) {
        pen.setLineWidth(1);
        pen.setFill(palette.get("text-quiet"));
        pen.setStroke(palette.get("line"));
        pen.setTextBaseline(VPos.CENTER);
        pen.setTextAlign(TextAlignment.RIGHT);
        for (int i = 0; i <= BANDS; i++) {
            double y = Math.round(bottom - (bottom - top) * i / BANDS) + 0.5;
            pen.strokeLine(left, y, right, y);
            if (i % 2 == 0) {
                pen.fillText(number(most * i / BANDS, chart.isRate()), left - 0.5 * em, y);
            }
        }
        pen.setTextAlign(TextAlignment.CENTER);
        pen.setTextBaseline(VPos.TOP);
        for (int back = 0; back < Minute.SECONDS; back += TICK_SECONDS) {
            double x = x(Minute.SECONDS - 1 - back, left, right);
            pen.strokeLine(x, bottom, x, bottom + 0.3 * em);
            pen.fillText(TIME.format(Instant.ofEpochSecond(chart.endSecond() - back)), x, bottom + 0.45 * em);
        }
    }

    private static double x(int second, double left, double right) {
        return left + (right - left) * second / (Minute.SECONDS - 1);
    }

    private void line(List<Double> values, double left, double right, double top, double bottom, double most) {
        boolean down = false;
        pen.beginPath();
        for (int i = 0; i < values.size(); i++) {
            double value = values.get(i);
            if (Double.isNaN(value)) {
                down = false;
                continue;
            }
            double x = x(i, left, right);
            double y = bottom - (bottom - top) * value / most;
            if (down) {
                pen.lineTo(x, y);
            } else {
                pen.moveTo(x, y);
                down = true;
            }
        }
        pen.stroke();
    }

    /// `1,000`, `2.5k`, `0.50 /s`
    static String number(double number, boolean isRate) {
        String text = number >= 10_000
                ? String.format(Locale.ROOT, "%,.0fk", number / 1000)
                : number == Math.rint(number)
                        ? String.format(Locale.ROOT, "%,.0f", number)
                        : String.format(Locale.ROOT, "%.1f", number);
        return isRate ? text + "/s" : text;
    }

    /// The theme's colour of a line, as the original has them: yellow, light blue, red.
    static String colour(String word) {
        return switch (word) {
            case "ready", "publish" -> "yellow";
            case "unacked", "confirm" -> "blue";
            case "total", "deliver" -> "red";
            case "deliver.auto" -> "green";
            case "ack" -> "purple";
            case "redeliver" -> "teal";
            case "get" -> "brown";
            case "get.auto" -> "pink";
            case "returned" -> "grey";
            default -> "black";
        };
    }
}
