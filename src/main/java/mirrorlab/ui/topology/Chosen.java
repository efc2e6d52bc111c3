package mirrorlab.ui.topology;

import org.jspecify.annotations.Nullable;

/// What was clicked on the page: an exchange, a queue, the bindings of one line, or nothing.
public record Chosen(@Nullable Spot spot, @Nullable Edge edge) {
    static final Chosen NOTHING = new Chosen(null, null);

    static Chosen of(Spot spot) {
        return new Chosen(spot, null);
    }

    static Chosen of(Edge edge) {
        return new Chosen(null, edge);
    }

    boolean touches(Edge line) {
        return line.equals(edge) || (spot != null && (line.from().equals(spot) || line.to().equals(spot)));
    }
}
