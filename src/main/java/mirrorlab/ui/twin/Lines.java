package mirrorlab.ui.twin;

import javafx.scene.Node;
import javafx.scene.layout.GridPane;

/// A small table with a heading, for few lines.
final class Lines {
    private final GridPane grid;
    private int next = 1;

    /// Empties the grid and writes the heading.
    ///
    /// @param keys
    ///            words of the columns; `KEY.tip` are their tooltips
    Lines(GridPane grid, Marks marks, String... keys) {
        this.grid = grid;
        grid.getChildren().clear();
        for (int column = 0; column < keys.length; column++) {
            grid.add(marks.heading(keys[column], "twin-th"), column, 0);
        }
    }

    /// @param cells
    ///            from the left; fewer than columns are allowed
    void add(Node... cells) {
        for (int column = 0; column < cells.length; column++) {
            grid.add(cells[column], column, next);
        }
        next++;
    }
}
