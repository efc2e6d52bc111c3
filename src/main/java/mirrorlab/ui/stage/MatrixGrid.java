package mirrorlab.ui.stage;

/// Where the matrix has its rows and glyphs: blocks side by side, each with names, a column for every node, and the nodes'
/// numbers above.
record MatrixGrid(double width, int nodes, int queues, double zoom) {
    private static final double NAME = 116;
    private static final double GLYPH = 16;
    private static final double GAP = 22;
    private static final double EDGE = 12;

    double rowHeight() {
        return 18 * zoom;
    }

    double glyph() {
        return 11 * zoom;
    }

    double blockWidth() {
        return (NAME + GAP + nodes * GLYPH) * zoom;
    }

    int blocks() {
        return Math.max(1, (int) ((width - EDGE) / blockWidth()));
    }

    int rows() {
        return (queues + blocks() - 1) / blocks();
    }

    /// The head with the nodes' numbers.
    double headHeight() {
        return rowHeight();
    }

    double height() {
        return headHeight() + rows() * rowHeight() + 6;
    }

    double x(int queue) {
        return blockX(queue / Math.max(1, rows()));
    }

    double blockX(int block) {
        return EDGE + block * blockWidth();
    }

    double y(int queue) {
        return headHeight() + queue % Math.max(1, rows()) * rowHeight();
    }

    double nameWidth() {
        return (NAME - 8) * zoom;
    }

    /// From a block's left edge to a node's glyph.
    double columnOffset(int node) {
        return (NAME + node * GLYPH) * zoom;
    }

    /// The queue under a point, or -1.
    int at(double x, double y) {
        int block = (int) ((x - EDGE) / blockWidth());
        int row = (int) ((y - headHeight()) / rowHeight());
        int queue = block * rows() + row;
        return x < EDGE || y < headHeight() || row >= rows() || block >= blocks() || queue >= queues ? -1 : queue;
    }
}
