package mirrorlab.ui.twin;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import mirrorlab.ui.Desk;
import org.jspecify.annotations.Nullable;

/// Columns of the twin's tables. A cell is drawn anew only when what it shows changed.
///
/// @param <T>
///            a row
final class Columns<T> {
    /// Width of a column of one em of the table's type in the smallest window, in pixels.
    static final double EM = 12;
    private static final double SCROLL_BAR = 22;
    private final Desk desk;
    private final Marks marks;

    Columns(Desk desk) {
        this.desk = desk;
        marks = new Marks(desk);
    }

    TableColumn<T, T> group(String key) {
        TableColumn<T, T> group = new TableColumn<>(desk.say(key));
        group.setId(key);
        return group;
    }

    TableColumn<T, T> numbers(String key, double ems, ToLongFunction<T> number) {
        return right(text(key, ems, row -> Marks.count(number.applyAsLong(row)), Comparator.comparingLong(number)));
    }

    /// Like numbers, but nothing for 0.
    TableColumn<T, T> some(String key, double ems, ToLongFunction<T> number) {
        return right(text(key, ems, row -> number.applyAsLong(row) == 0 ? "" : Marks.count(number.applyAsLong(row)),
                Comparator.comparingLong(number)));
    }

    TableColumn<T, T> rates(String key, double ems, ToDoubleFunction<T> rate) {
        return right(text(key, ems, row -> Marks.rate(rate.applyAsDouble(row)), Comparator.comparingDouble(rate)));
    }

    TableColumn<T, T> words(String key, double ems, Function<T, String> word) {
        return text(key, ems, word, Comparator.comparing(word));
    }

    private TableColumn<T, T> right(TableColumn<T, T> column) {
        column.getStyleClass().add("twin-right");
        return column;
    }

    private TableColumn<T, T> text(String key, double ems, Function<T, String> word, Comparator<T> order) {
        TableColumn<T, T> column = empty(key, ems, order);
        column.setCellFactory(made -> new Words<>(word));
        return column;
    }

    /// @param key
    ///            of its heading; `key.tip` names the field of the HTTP API
    /// @param part
    ///            of a row that the cell shows: while it is equal the cell stays, also under the pointer
    TableColumn<T, T> column(String key, double ems, Function<T, Object> part, Function<T, Node> cell,
            Comparator<T> order) {
        TableColumn<T, T> column = empty(key, ems, order);
        column.setCellFactory(made -> new Drawn<>(part, cell));
        return column;
    }

    private TableColumn<T, T> empty(String key, double ems, Comparator<T> order) {
        TableColumn<T, T> column = new TableColumn<>();
        column.setId(key);
        Label heading = marks.heading(key);
        heading.setMinWidth(0);
        column.setGraphic(heading);
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setComparator(order);
        desk.whileShown(desk.zoom(), zoom -> column.setPrefWidth(ems * EM * zoom.doubleValue()));
        return column;
    }

    /// Two columns share what the others leave.
    static <T> void stretch(TableView<T> table, TableColumn<T, T> one, double oneLeast, TableColumn<T, T> other,
            double otherLeast) {
        double taken = table.getVisibleLeafColumns().stream().filter(each -> !each.equals(one) && !each.equals(other))
                .mapToDouble(TableColumn::getWidth).sum();
        double rest = table.getWidth() - taken - oneLeast - (other.isVisible() ? otherLeast : 0) - SCROLL_BAR;
        double share = Math.max(0, rest) / (other.isVisible() ? 2 : 1);
        one.setPrefWidth(oneLeast + share);
        other.setPrefWidth(otherLeast + share);
    }

    /// The column takes what the others leave.
    void widen(TableView<T> table, TableColumn<T, T> column, double leastEms) {
        Runnable widen = () -> {
            double taken = table.getVisibleLeafColumns().stream().filter(each -> !each.equals(column))
                    .mapToDouble(TableColumn::getWidth).sum();
            column.setPrefWidth(Math.max(leastEms * EM * desk.zoom().get(), table.getWidth() - taken - SCROLL_BAR));
        };
        table.widthProperty().addListener((property, before, now) -> widen.run());
        table.getVisibleLeafColumns().stream().filter(each -> !each.equals(column))
                .forEach(each -> each.widthProperty().addListener((property, before, now) -> widen.run()));
    }

    /// Only rows that changed are set, so that only their cells are drawn.
    static <T> void show(List<T> rows, TableView<T> table) {
        Comparator<T> order = table.getComparator();
        List<T> sorted = order == null ? rows : rows.stream().sorted(order).toList();
        List<T> items = table.getItems();
        if (items.size() != sorted.size()) {
            items.clear();
            items.addAll(sorted);
            return;
        }
        for (int i = 0; i < sorted.size(); i++) {
            if (!sorted.get(i).equals(items.get(i))) {
                items.set(i, sorted.get(i));
            }
        }
    }

    private static final class Words<T> extends TableCell<T, T> {
        private final Function<T, String> word;

        Words(Function<T, String> word) {
            this.word = word;
        }

        @Override
        protected void updateItem(T item, boolean empty) {
            super.updateItem(item, empty);
            setText(empty || item == null ? "" : word.apply(item));
        }
    }

    private static final class Drawn<T> extends TableCell<T, T> {
        private final Function<T, Object> part;
        private final Function<T, Node> draw;
        private @Nullable Object drawn;

        Drawn(Function<T, Object> part, Function<T, Node> draw) {
            this.part = part;
            this.draw = draw;
        }

        @Override
        protected void updateItem(T item, boolean empty) {
            super.updateItem(item, empty);
            Object now = empty || item == null ? null : part.apply(item);
            if (now == null) {
                setGraphic(null);
            } else if (!now.equals(drawn)) {
                setGraphic(draw.apply(item));
            }
            drawn = now;
        }
    }
}
