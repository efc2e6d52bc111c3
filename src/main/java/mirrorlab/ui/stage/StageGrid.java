package mirrorlab.ui.stage;

/// Where columns are: one for the queues' names at the left, then equally wide ones for the nodes. Nodes keep their place.
public record StageGrid(double width, int nodes, double zoom) {
    private static final double GAP = 14;
    private static final double NARROW_GAP = 6;
    private static final double EDGE = 12;
    private static final int ROOMY = 4;

    public double namesWidth() {
        return (nodes > ROOMY ? 116 : 150) * zoom;
    }

    /// Between two columns; above five nodes every pixel counts.
    private double gap() {
        return nodes > 5 ? NARROW_GAP : GAP;
    }

    public double columnWidth() {
        return nodes == 0 ? 0 : (width - 2 * EDGE - namesWidth() - gap() * nodes) / nodes;
    }

    public double columnX(int column) {
        return EDGE + namesWidth() + gap() + column * (columnWidth() + gap());
    }

    public double namesX() {
        return EDGE;
    }
}
