package mirrorlab.ui.twin;

import java.util.Comparator;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import mirrorlab.ui.Desk;

/// The page Channels.
public final class ChannelsController implements Twin.Page {
    private static final double NAME_LEAST = 9.3;
    private final Desk desk;
    private final Marks marks;
    @FXML
    private Label heading;
    @FXML
    private TableView<ChannelRow> channelTable;
    private List<ChannelRow> shown = List.of();

    public ChannelsController(Desk desk, Object twin) {
        this.desk = desk;
        marks = new Marks(desk);
    }

    @FXML
    private void initialize() {
        Columns<ChannelRow> columns = new Columns<>(desk);
        TableColumn<ChannelRow, ChannelRow> name = columns.words("twin.channel", NAME_LEAST, ChannelRow::name);
        TableColumn<ChannelRow, ChannelRow> overview = columns.group("twin.tab.overview");
        overview.getColumns().addAll(List.of(name,
                columns.words("twin.node", 4.6, row -> row.node().shortName()),
                columns.words("twin.user", 4.9, ChannelRow::user),
                columns.column("twin.mode", 3.2, ChannelRow::mode, this::mode, Comparator.comparing(ChannelRow::mode)),
                columns.column("twin.state", 5.2, row -> List.of(row.state(), row.waitsFor()), this::state,
                        Comparator.comparing(ChannelRow::state))));
        TableColumn<ChannelRow, ChannelRow> details = columns.group("twin.details");
        details.getColumns().addAll(List.of(
                columns.numbers("twin.unconfirmed", 6.2, ChannelRow::unconfirmed),
                columns.some("twin.prefetch.short", 4.2, ChannelRow::prefetch),
                columns.numbers("twin.unacked.channel", 4.2, ChannelRow::unacknowledged)));
        TableColumn<ChannelRow, ChannelRow> rates = columns.group("twin.rates");
        rates.getColumns().addAll(List.of(
                columns.rates("twin.rate.publish", 3.8, row -> row.rate().publish()),
                columns.rates("twin.rate.confirm", 3.9, row -> row.rate().confirm()),
                columns.rates("twin.rate.deliver", 6.1, row -> row.rate().deliver()),
                columns.rates("twin.rate.ack", 3, row -> row.rate().ack())));
        channelTable.getColumns().addAll(List.of(overview, details, rates));
        columns.widen(channelTable, name, NAME_LEAST);
        channelTable.setPlaceholder(new Label(desk.say("twin.none.channels")));
    }

    private Node mode(ChannelRow row) {
        return row.mode().isEmpty()
                ? marks.text("")
                : marks.tipped(row.mode(), desk.say("twin.mode.confirm"), "twin-feature");
    }

    private Node state(ChannelRow row) {
        return switch (row.state()) {
            case "waiting" -> marks.state("waiting", QueueState.Colour.YELLOW,
                    desk.say("twin.state.waiting.tip", String.join(", ", row.waitsFor())));
            case "flow" -> marks.state("flow", QueueState.Colour.YELLOW, desk.say("twin.state.flow.tip"));
            case "idle" -> marks.state("idle", QueueState.Colour.GREY, desk.say("twin.state.channel.idle.tip"));
            default -> marks.state("running", QueueState.Colour.GREEN, desk.say("twin.state.running.tip"));
        };
    }

    @Override
    public void show(Screen screen) {
        List<ChannelRow> now = ChannelRow.of(screen);
        heading.setText(desk.say("twin.all.channels", now.size()));
        if (!now.equals(shown)) {
            shown = now;
            Columns.show(now, channelTable);
        }
    }
}
