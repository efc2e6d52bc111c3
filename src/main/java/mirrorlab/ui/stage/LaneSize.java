package mirrorlab.ui.stage;

/// How large a lane is drawn. Few queues are drawn large, for the last row of the room; many get the smallest size that can be
/// read and the stage scrolls.
///
/// @param height of the whole lane; `scale` of bars, `text` of words and glyphs, both 1 at the smallest
public record LaneSize(double height, double scale, double text) {
    private static final double SMALLEST = 104;
    private static final double LARGEST = 205;
    /// Among many others.
    private static final double LOW = 84;
    /// At this column width words fit at their smallest size.
    private static final double NARROW = 182;

    static LaneSize of(double room, int lanes, double columnWidth, double zoom) {
        double smallest = SMALLEST * zoom;
        double height = Math.clamp(Math.floor(room / Math.max(1, lanes)), smallest, LARGEST * zoom);
        double scale = zoom * height / smallest;
        return new LaneSize(height, scale, Math.clamp(Math.min(scale, columnWidth / NARROW), zoom, 1.6 * zoom));
    }

    /// A lane among many others: as low as its words allow, without names of messages when columns are narrow.
    static LaneSize low(double columnWidth, double zoom) {
        LaneSize usual = of(0, 1, columnWidth, zoom);
        return CellPainter.isCompact(columnWidth, zoom)
                ? new LaneSize(LOW * zoom, usual.scale(), usual.text())
                : usual;
    }

    /// There is room below the bar.
    boolean hasFoot() {
        return height >= footY() + 30 * text;
    }

    /// Words and bar stand in the middle of the lane.
    double top() {
        return Math.max(8, (height - footY() - 16 * text) / 2);
    }

    double titleY() {
        return 3;
    }

    double glyph() {
        return 20 * text;
    }

    double barY() {
        return titleY() + glyph() + 7 * scale;
    }

    double bar() {
        return 17 * scale;
    }

    double footY() {
        return barY() + bar() + 4 * scale;
    }
}
