package mirrorlab.ui.network;

import java.util.Locale;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.stage.Cell;
import mirrorlab.ui.stage.GlyphPainter;
import mirrorlab.vocabulary.NodeName;

/// One node's load: what it leads and copies, and a bar for the work of each. All bars of the page share one scale.
final class LoadRow extends HBox {
    private static final double NAME = 118;
    private static final double COUNT = 92;
    private static final double WORDS = 250;
    private static final double BAR = 16;
    private static final double GLYPH = 13;
    private final Desk desk;
    private final NodeName node;
    private final Label state = new Label();
    private final GridPane table = new GridPane();
    private final Label[] counts = {new Label(), new Label()};
    private final Label[] words = {new Label(), new Label()};
    private final Canvas[] glyphs = {new Canvas(), new Canvas()};
    private final Canvas[] bars = {new Canvas(), new Canvas()};
    private final VBox names;

    LoadRow(Desk desk, NodeName node) {
        this.desk = desk;
        this.node = node;
        getStyleClass().add("load-row");
        setId("load-" + node.shortName());
        Label name = new Label(node.shortName());
        name.getStyleClass().add("map-node-name");
        state.getStyleClass().add("map-node-state");
        names = new VBox(name, state);
        table.getStyleClass().add("load-table");
        String tip = desk.say("load.words.tip");
        for (int i = 0; i < 2; i++) {
            counts[i].getStyleClass().add("load-count");
            words[i].getStyleClass().add("load-words");
            words[i].setTooltip(new Tooltip(tip));
            words[i].setMinWidth(0);
            table.addRow(i, glyphs[i], counts[i], bars[i], words[i]);
        }
        getChildren().setAll(names, table);
    }

    NodeName node() {
        return node;
    }

    void show(LoadModel.NodeLoad load, long most, double width) {
        double zoom = desk.zoom().get();
        names.setMinWidth(NAME * zoom);
        state.setText(desk.say("node.state." + load.state().name().toLowerCase(Locale.ROOT)));
        Switches.style(this, "absent", !load.state().isUp());
        double room = Math.max(60, width - (NAME + COUNT + WORDS + 80) * zoom);
        show(0, load.masters(), load.asMaster(), "load.masters", most, room);
        show(1, load.mirrors(), load.asMirror(), "load.mirrors", most, room);
        setAccessibleText(node.shortName() + ": " + counts[0].getText() + ", " + words[0].getText() + "; "
                + counts[1].getText() + ", " + words[1].getText());
    }

    private void show(int row, int replicas, Work work, String key, long most, double room) {
        double zoom = desk.zoom().get();
        Palette palette = Palette.of(desk.theme().get());
        counts[row].setText(desk.say(key, replicas));
        counts[row].setMinWidth(COUNT * zoom);
        words[row].setText(desk.say("load.words", work.publishes(), work.deliveries(), work.settlements()));
        words[row].setVisible(work.total() > 0);
        Canvas glyph = glyphs[row];
        glyph.setWidth((GLYPH + 3) * zoom);
        glyph.setHeight((GLYPH + 3) * zoom);
        GraphicsContext pen = glyph.getGraphicsContext2D();
        pen.clearRect(0, 0, glyph.getWidth(), glyph.getHeight());
        new GlyphPainter(pen, palette).paint(row == 0 ? Cell.Kind.MASTER : Cell.Kind.SYNCHRONISED, 0, 1, 1,
                GLYPH * zoom);
        bar(bars[row].getGraphicsContext2D(), palette, row, work, most, room, zoom);
    }

    private void bar(GraphicsContext pen, Palette palette, int row, Work work, long most, double room, double zoom) {
        Canvas canvas = bars[row];
        canvas.setWidth(room);
        canvas.setHeight((BAR + 2) * zoom);
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        pen.setFill(palette.get("track"));
        pen.fillRect(0, 1, room, BAR * zoom);
        double x = 0;
        long[] parts = {work.publishes(), work.deliveries(), work.settlements()};
        for (long part : parts) {
            double length = part == 0 ? 0 : Math.max(2, room * part / most);
            pen.setFill(palette.get(row == 0 ? "master" : "synchronised"));
            pen.fillRect(x, 1, Math.max(0, length - 2), BAR * zoom);
            x += length;
        }
    }
}
