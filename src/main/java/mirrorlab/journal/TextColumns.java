package mirrorlab.journal;

import java.util.ArrayList;
import java.util.List;

/// One table of plain text: a title, headings and rows, each column as wide as its widest cell.
public final class TextColumns {
    private TextColumns() {}

    /// Appends the table and, before it, an empty line when there is text already; nothing for no rows.
    public static void append(StringBuilder text, String title, List<String> headings, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append(title).append('\n');
        List<List<String>> all = new ArrayList<>();
        all.add(headings);
        all.addAll(rows);
        int[] widths = new int[headings.size()];
        all.forEach(row -> widen(widths, row));
        all.forEach(row -> line(text, widths, row));
    }

    private static void widen(int[] widths, List<String> row) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(row.get(i)));
        }
    }

    private static void line(StringBuilder text, int[] widths, List<String> row) {
        StringBuilder line = new StringBuilder(" ");
        for (int i = 0; i < widths.length; i++) {
            line.append(' ').append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i)) + 1));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /// Ideographs take two columns.
    private static int width(String cell) {
        return cell.codePoints().map(each -> each >= 0x2E80 && each <= 0xFFDC ? 2 : 1).sum();
    }
}
